import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db } from '../../../db/database.ts'
import type { SandboxActionKind, SandboxStatus } from '../../../db/tables.ts'
import { person } from '../../../people/queries.ts'
import type { PersonRef } from '../../../people/schemas.ts'
import { isStalled, stalledAfterMs } from '../../../runs/stalled.ts'
import { processes, processNames, processOf } from './processes.ts'
import type { SandboxRunItem, SandboxRunOverview } from './schemas.ts'

export const maxRuns = 200
const meteringIntervalMs = 15 * 60_000

/**
 * Selects the latest run per sandbox that is open, or that failed and is still needed. `s` is the table `sandboxes`, `a` is
 * `sandbox_actions`.
 */
const latest = sql<boolean>`not exists (select from sandbox_actions x where x.sandbox_id = a.sandbox_id and x.created_at > a.created_at)`
const isUnfinished = sql<boolean>`(a.status = 'open' or case a.kind
  when 'provision' then s.status = 'failed'
  when 'freeze' then s.status = 'frozen' or (s.status = 'deleting' and s.removing_at is null)
  when 'resume' then s.status = 'active'
  else s.status in ('deleting', 'quarantined') end)`
const state = (now: Date) => sql<'failed' | 'stalled' | 'running'>`case when a.status = 'failed' then 'failed'
  when ${isStalled('r', now)} then 'stalled' else 'running' end`

export interface RunRow {
  action_id: string
  kind: SandboxActionKind
  state: 'failed' | 'stalled' | 'running'
  sandbox_id: string
  name: string
  status: SandboxStatus
  run_id: string | null
}

function runRows(db: Db, now: Date, runFilter: RawBuilder<boolean> = sql<boolean>`true`) {
  return db
    .selectFrom('sandbox_actions as a')
    .innerJoin('sandboxes as s', 's.id', 'a.sandbox_id')
    .leftJoin('work_runs as r', (join) => join.onRef('r.subject_id', '=', 'a.id').on('r.subject_kind', '=', 'sandboxAction'))
    .where('a.status', 'in', ['open', 'failed'])
    .where(latest)
    .where(isUnfinished)
    .where(runFilter)
    .select(['a.id as action_id', 'a.kind', 's.id as sandbox_id', 's.name', 's.status', 'r.id as run_id', state(now).as('state')])
}

export function loadSandboxRuns(db: Db, runFilter: { kind: SandboxActionKind; sandboxId?: string }, now: Date): Promise<RunRow[]> {
  const isOfKind = sql<boolean>`a.kind = ${runFilter.kind}`
  return runRows(db, now, runFilter.sandboxId ? sql<boolean>`${isOfKind} and s.id = ${runFilter.sandboxId}` : isOfKind)
    .orderBy('s.id')
    .limit(10_000)
    .execute()
}

/** Selects sandboxes whose setup or removal is needed, although it has no run. */
export const isWithoutRun = sql<boolean>`(s.status in ('failed', 'quarantined') or (s.status = 'deleting' and s.removing_at is not null))
  and not exists (select from sandbox_actions a where a.sandbox_id = s.id
    and (a.status = 'open' or a.kind = case s.status when 'failed' then 'provision' else 'cleanUp' end))`

const allWork = (db: Db, now: Date) => sql`(
  ${runRows(db, now).select(['a.created_at', 's.cleanup_failures as failures'])}
  union all
  select null, case s.status when 'failed' then 'provision' else 'cleanUp' end, s.id, s.name, s.status, null, 'failed', s.updated_at, s.cleanup_failures
  from sandboxes s where ${isWithoutRun})`

/**
 * SQL for the runs that failed or stalled, and the sandboxes without a run, with the columns of `RunRow`. Removals that `retrySandboxCleanups`
 * starts again are left out: after the last attempt, the sandbox is quarantined.
 */
export const stuckSandboxWork = (db: Db, now: Date) => sql`(select x.* from ${allWork(db, now)} x
  where x.state <> 'running' and not (x.state = 'failed' and x.kind = 'cleanUp' and x.status = 'deleting'))`

type Counts = { name: string; stuck: number; running: number; oldest: Date | null }

async function countSandboxRuns(db: Db, now: Date): Promise<Counts[]> {
  const { rows } = await sql<{ kind: SandboxActionKind; stuck: number; running: number; oldest: Date | null }>`
    select kind, count(*) filter (where state <> 'running') as stuck, count(*) filter (where state = 'running') as running,
      min(created_at) filter (where state <> 'running') as oldest
    from ${allWork(db, now)} x group by kind`.execute(db)
  return rows.map(({ kind, ...counts }) => ({ name: processOf(kind), ...counts }))
}

/** Counts sandboxes that wait although there is capacity, and sandboxes whose spend wasn’t read for an hour. */
async function countWaiting(db: Db, now: Date): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    with queue as (
      select s.hosting, count(*) as waiting, min(s.created_at) as oldest,
        (select coalesce(sum(greatest(h.capacity - (select count(*) from sandboxes u where u.host_id = h.id and u.status not in ('queued', 'deleted')), 0)), 0)
          from sandbox_hosts h where h.kind = case s.hosting when 'subscription' then 'pool' else 'shared' end and h.status = 'available') as room
      from sandboxes s where s.status = 'queued' group by s.hosting
    ), meters as (
      select coalesce(spend_at, lease_start) as at from sandboxes where status in ('active', 'frozen')
    )
    select 'queue' as name, coalesce(sum(least(waiting, room)) filter (where oldest < ${new Date(now.getTime() - stalledAfterMs)}), 0)::int as stuck,
      coalesce(sum(waiting), 0)::int as running, min(oldest) filter (where room > 0) as oldest from queue
    union all
    select 'metering', count(*) filter (where at < ${new Date(now.getTime() - 4 * meteringIntervalMs)})::int, count(*)::int, min(at) from meters`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, oldest: row.stuck > 0 ? row.oldest : null }))
}

interface RunItemRow extends RunRow {
  created_at: Date
  failures: number
  owner: Static<typeof PersonRef> | null
  title: string | null
  error: { message: string } | null
  note: string | null
}

async function loadRunRows(db: Db, now: Date): Promise<RunItemRow[]> {
  const { rows } = await sql<RunItemRow>`
    select x.*, ${person(sql`(select o.person_id from sandbox_owners o where o.sandbox_id = x.sandbox_id order by o.position limit 1)`)} as owner,
      w.title, w.error, w.note
    from ${allWork(db, now)} x
    left join lateral (
      select t.title, t.error, t.note from work_steps t
      where t.run_id = x.run_id and t.status not in ('succeeded', 'skipped') order by t.position limit 1
    ) w on true
    order by x.state = 'running', x.created_at, x.action_id limit ${maxRuns}`.execute(db)
  return rows
}

export async function loadOverview(db: Db, now: Date): Promise<Omit<SandboxRunOverview, 'can'>> {
  const [runs, runCounts, waitingCount] = await Promise.all([loadRunRows(db, now), countSandboxRuns(db, now), countWaiting(db, now)])
  const counts = new Map([...runCounts, ...waitingCount].map((each) => [each.name, each]))
  const overviewRows = processNames.map((name) => {
    const { stuck = 0, running = 0, oldest = null } = counts.get(name) ?? {}
    const { title, does } = processes[name]
    return { name, title, does, stuck, running, oldestStuck: oldest?.toISOString() ?? null }
  })
  return { stuck: overviewRows.reduce((sum, { stuck }) => sum + stuck, 0), processes: overviewRows, runs: runs.map(presentRunItem) }
}

function presentRunItem(row: RunItemRow): SandboxRunItem {
  return {
    process: processOf(row.kind),
    state: row.state,
    sandbox: { id: row.sandbox_id, name: row.name, status: row.status },
    owner: row.owner,
    since: row.created_at.toISOString(),
    failures: row.failures,
    step: row.title,
    error: row.error?.message ?? null,
    note: row.note,
    runId: row.run_id,
  }
}
