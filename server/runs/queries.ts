import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../auth/actor.ts'
import type { Db } from '../db/database.ts'
import type { RunKind } from './labels.ts'
import { runCan } from './policy.ts'
import type { Run } from './schemas.ts'

const runSubject = sql<Static<typeof Run>['about'] | null>`(
  select jsonb_build_object('name', x.name, 'reference', x.reference, 'person', p.display_name, 'accountId', x.account_id)
  from run_subject(work_runs.kind, work_runs.subject_kind, work_runs.subject_id) x left join people p on p.id = x.person_id limit 1)`

/** A rollback has the cancellation of the run that it reverses. */
const cancellation = sql<{ at: string; by: string; reason: string } | null>`(
  select jsonb_build_object('at', c.cancelled_at, 'by', p.display_name, 'reason', c.cancel_reason)
  from work_runs c join people p on p.id = c.cancelled_by
  where c.id = coalesce(work_runs.undoes, work_runs.id) and c.cancelled_at is not null)`

/** The status of the subject's latest run. It is `cancelled` if that run rolls back an earlier one. */
export function runStatusOf(kind: string | RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(select case when w.undoes is not null then 'cancelled' else w.status end from work_runs w
    where w.subject_kind = ${kind} and w.subject_id = ${id} order by w.created_at desc, w.id desc limit 1)`
}

export function openRunOf(kind: RunKind, subjectId: RawBuilder<unknown>, column: 'id' | 'status' = 'id'): RawBuilder<string | null> {
  return sql<string | null>`(select ${sql.ref(`w.${column}`)} from work_runs w
    where w.kind = ${kind} and w.subject_id = ${subjectId} and w.status in ('queued', 'running', 'waiting', 'failed'))`
}

export const emptyScope = { name: 'Deleted', reference: null, person: null, accountId: null }
const time = (date: Date | null) => date?.toISOString() ?? null

export async function loadRuns(db: Db, actor: Person, condition: RawBuilder<boolean>, limit = 100): Promise<Static<typeof Run>[]> {
  const runs = await db
    .selectFrom('work_runs')
    .selectAll()
    .select([runSubject.as('about'), cancellation.as('called_off')])
    .where(condition)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
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
  const byRun = Map.groupBy(steps, (step) => step.run_id)
  return runs.map((run) => ({
    id: run.id,
    kind: run.kind,
    about: run.about ?? emptyScope,
    subjectKind: run.subject_kind,
    subjectId: run.subject_id,
    status: run.status,
    steps: (byRun.get(run.id) ?? []).map((step) => ({
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
    undoes: run.undoes,
    cancellation: run.called_off && { ...run.called_off, at: new Date(run.called_off.at).toISOString() },
    can: runCan(actor, run, byRun.get(run.id) ?? []),
  }))
}

export async function runOfSubject(db: Db, actor: Person, subjectKind: string, subjectId: string): Promise<Static<typeof Run> | null> {
  const latest = sql<boolean>`id = (select r.id from work_runs r where r.subject_kind = ${subjectKind} and r.subject_id = ${subjectId} order by r.created_at desc, r.id desc limit 1)`
  const [run] = await loadRuns(db, actor, latest)
  if (!run || run.endedAt !== null || run.status === 'failed') return run ?? null
  return { ...run, usualSeconds: await usualSecondsOf(db, run.kind) }
}

const maxRecentRuns = 200
const minRuns = 3

async function usualSecondsOf(db: Db, kind: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select case when count(*) >= ${minRuns} then percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at)::float8) end as seconds
    from (select started_at, ended_at from work_runs where kind = ${kind} and status = 'succeeded' order by ended_at desc limit ${maxRecentRuns}) recent
    where started_at is not null`.execute(db)
  return rows[0]?.seconds ?? null
}
