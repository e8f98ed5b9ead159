import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { stuckWork } from '../runs/stuck/rows.ts'
import { stuckKinds, stuckStates } from '../runs/stuck/schemas.ts'
import { idOf, knownName, timeOf } from './allowedValues.ts'
import { codeOf, codesIn } from './codes.ts'
import { knownInvariants, knownQueues, knownRunKinds, knownServices } from './knownNames.ts'
import { stepNames } from './stepNames.ts'

const maxGroups = 200
const kinds: ReadonlySet<string> = new Set(stuckKinds)
const states: ReadonlySet<string> = new Set(stuckStates)

export async function loadSchema(db: Db): Promise<object> {
  const { rows: migrations } = await sql<{ version: number; name: string; checksum: string; applied_at: Date }>`
    select version, name, checksum, applied_at from schema_migrations order by version`.execute(db)
  const { rows: revisions } = await sql<{ revision: number; checksum: string; applied_at: Date }>`
    select revision, checksum, applied_at from schema_revisions order by revision desc limit 20`.execute(db)
  const checksum = (text: string) => (/^[\da-f]{64}$/.test(text) ? text : null)
  return {
    migrations: migrations.map((row) => ({
      ...{ version: row.version, name: /^[a-z0-9_]{1,80}$/.test(row.name) ? row.name : 'other', checksum: checksum(row.checksum) },
      appliedAt: timeOf(row.applied_at),
    })),
    revisions: revisions.map((row) => ({ revision: row.revision, checksum: checksum(row.checksum), appliedAt: timeOf(row.applied_at) })),
  }
}

/** Job queues with the number of their jobs, and schedules with their last run. Payloads and messages are left out. */
export async function loadQueues(db: Db): Promise<object> {
  const { rows: jobs } = await sql<{
    name: string
    state: string
    jobs: number
    oldest: Date | null
    due: Date | null
    failed: Date | null
  }>`
    select name, state::text, count(*)::int as jobs, min(created_on) as oldest, min(start_after) as due, max(completed_on) as failed
    from pgboss.job group by name, state order by name, state`.execute(db)
  const { rows: errors } = await sql<{ name: string; type: string | null; code: string | null; message: string | null; at: Date | null }>`
    select distinct on (name) name, output ->> 'name' as type, output ->> 'code' as code,
      left(coalesce(output ->> 'message', output ->> 'value'), 2000) as message, completed_on as at
    from pgboss.job where state in ('failed', 'retry') and output is not null order by name, completed_on desc nulls last`.execute(db)
  const { rows: schedules } = await sql<{
    name: string
    period: number
    running: boolean
    started_at: Date | null
    duration_ms: number | null
    failures: number
    problem: string | null
    retry_at: Date | null
  }>`select name, (period_ms / 1000)::int as period, run_id is not null as running, started_at, duration_ms, failures, problem, retry_at
    from schedules order by name`.execute(db)
  const { rows: pauses } = await sql<{ queue: string; paused_at: Date }>`select queue, paused_at from queue_pauses order by queue`.execute(
    db,
  )
  return {
    queues: jobs.map(({ name, state, jobs: count, oldest, due, failed }) => ({
      ...{ name: knownName(name, knownQueues), state, jobs: count },
      ...{ oldestCreatedAt: timeOf(oldest), firstDueAt: timeOf(due), lastEndedAt: timeOf(failed) },
    })),
    lastErrors: errors.map(({ name, type, code, message, at }) => ({
      ...{ queue: knownName(name, knownQueues), type: codeOf(type), code: codeOf(code), codes: codesIn(message), at: timeOf(at) },
    })),
    schedules: schedules.map(({ name, period, running, started_at, duration_ms, failures, problem, retry_at }) => ({
      ...{ name: knownName(name, knownQueues), everySeconds: period, running, lastRun: timeOf(started_at), lastDurationMs: duration_ms },
      ...{ failures, codes: codesIn(problem), retryAt: timeOf(retry_at) },
    })),
    paused: pauses.map(({ queue, paused_at }) => ({ queue: knownName(queue, knownQueues), since: timeOf(paused_at) })),
  }
}

export async function loadStuckWork(db: Db, now: Date): Promise<object> {
  const { rows } = await sql<{
    kind: string
    state: string
    run_kind: string | null
    queue: string | null
    step: string | null
    service: string | null
    code: string | null
    count: number
    since: Date
    runs: string[] | null
  }>`select w.kind, w.state, r.kind as run_kind, case w.kind when 'queue' then w.id end as queue, t.name as step,
      coalesce(t.error ->> 'service', r.cause_service) as service, coalesce(t.error ->> 'code', r.cause_code) as code,
      count(*)::int as count, min(w.since) as since, (array_agg(w.run_id) filter (where w.run_id is not null))[1:20] as runs
    from ${stuckWork(db, now)} left join work_runs r on r.id = w.run_id
    left join lateral (
      select s.name, s.error from work_steps s where s.run_id = w.run_id and s.status not in ('succeeded', 'skipped') order by s.position limit 1) t on true
    group by 1, 2, 3, 4, 5, 6, 7 order by count desc, since limit ${maxGroups}`.execute(db)
  const known = (value: string | null, names: ReadonlySet<string>) => value && knownName(value, names)
  return {
    stuck: rows.map(({ kind, state, run_kind, queue, step, service, code, count, since, runs }) => ({
      ...{ kind: knownName(kind, kinds), state: knownName(state, states), runKind: known(run_kind, knownRunKinds) },
      ...{ queue: known(queue, knownQueues), step: known(step, stepNames), service: known(service, knownServices), code: codeOf(code) },
      ...{ count, oldestSince: timeOf(since), runs: (runs ?? []).map(idOf) },
    })),
  }
}

export async function loadInvariantResults(db: Db): Promise<object> {
  const { rows } = await sql<{ name: string; checked_at: Date; violations: number; violated_since: Date | null; problem: string | null }>`
    select name, checked_at, violations, violated_since, problem from invariant_checks order by violations desc, name`.execute(db)
  return {
    invariants: rows.map(({ name, checked_at, violations, violated_since, problem }) => ({
      ...{ name: knownName(name, knownInvariants), checkedAt: timeOf(checked_at), violations, violatedSince: timeOf(violated_since) },
      ...{ couldBeChecked: problem === null, codes: codesIn(problem) },
    })),
  }
}
