import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../access/actor.ts'
import type { Db } from '../../db/database.ts'
import { workCan } from './policy.ts'
import type { WorkRun } from './schemas.ts'

/** Runs with their steps, in one query. */
export async function readRuns(db: Db, actor: Person, where: RawBuilder<boolean>, limit = 100): Promise<Static<typeof WorkRun>[]> {
  const runs = await db.selectFrom('work_runs').selectAll().where(where).orderBy('updated_at', 'desc').orderBy('id').limit(limit).execute()
  if (runs.length === 0) return []
  const steps = await db
    .selectFrom('work_steps')
    .selectAll()
    .where(
      'run_id',
      'in',
      runs.map((run) => run.id),
    )
    .orderBy('position')
    .execute()
  const time = (date: Date | null) => date?.toISOString() ?? null
  return runs.map((run) => ({
    id: run.id,
    kind: run.kind,
    subjectKind: run.subject_kind,
    subjectId: run.subject_id,
    status: run.status,
    steps: steps
      .filter((step) => step.run_id === run.id)
      .map((step) => ({
        name: step.name,
        title: step.title,
        status: step.status,
        attempts: step.attempts,
        startedAt: time(step.started_at),
        endedAt: time(step.ended_at),
        nextAttemptAt: time(step.next_attempt_at),
        note: step.note,
        error: step.error?.message ?? null,
        skipReason: step.skip_reason,
      })),
    createdAt: run.created_at.toISOString(),
    startedAt: time(run.started_at),
    endedAt: time(run.ended_at),
    updatedAt: run.updated_at.toISOString(),
    can: workCan(actor, run),
  }))
}

export async function runOfSubject(db: Db, actor: Person, subjectKind: string, subjectId: string): Promise<Static<typeof WorkRun> | null> {
  return (await readRuns(db, actor, sql<boolean>`subject_kind = ${subjectKind} and subject_id = ${subjectId}`))[0] ?? null
}
