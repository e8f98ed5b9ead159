import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import type { Database } from '../../../db/tables.ts'
import { nextRun } from '../../../workflows/dueSchedules.ts'
import { titleOfQueue } from './queues.ts'
import type { CockpitSchedule } from './schemas.ts'

type PresentedSchedule = Static<typeof CockpitSchedule>

/** @param now the time of the database, which schedules use */
export function presentSchedule(row: Selectable<Database['schedules']>, paused: PresentedSchedule['paused'], now: Date): PresentedSchedule {
  const times = { createdAt: row.created_at, startedAt: row.started_at, retryAt: row.retry_at }
  const next = row.run_id || paused ? null : nextRun({ periodMs: row.period_ms, offsetMs: row.offset_ms }, times, now)
  return {
    name: row.name,
    ...titleOfQueue(row.name),
    paused,
    everySeconds: row.period_ms / 1_000,
    running: row.run_id !== null,
    lastRun: row.started_at?.toISOString() ?? null,
    lastDurationMs: row.duration_ms,
    failures: row.failures,
    lastError: row.problem,
    nextRun: next?.toISOString() ?? null,
  }
}
