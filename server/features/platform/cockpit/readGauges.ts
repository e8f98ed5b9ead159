import { sql } from 'kysely'
import { datedVersions } from '../../../clients/arm/apiVersions.ts'
import type { Db, OpenDatabase } from '../../../db/database.ts'
import type { ReadReplica } from '../../../db/readReplica.ts'
import type { Metrics } from '../../../telemetry/metrics.ts'
import { allSchedules } from '../../../workflows/pauses.ts'
import { pausedAfterRestore } from '../../../workflows/restorePause.ts'
import { scheduleTitles } from './scheduleTitles.ts'

const cacheTtlMs = 10_000

/** Reads the gauges from the database at most every 10 seconds, so that frequent scrapes don't slow the database. */
export function gaugeReader(
  { db, pools, readReplica }: { db: Db; pools: Record<string, OpenDatabase>; readReplica?: ReadReplica | undefined },
  { gauges }: Metrics,
  {
    now,
    idleSeconds,
    keepsCheckpoints,
    services,
  }: {
    now: () => Date
    idleSeconds: number
    keepsCheckpoints: boolean
    services: ReadonlySet<string>
  },
): () => Promise<void> {
  let currentRead: Promise<void> | undefined
  let readAt = 0

  async function readCounts(): Promise<void> {
    const at = now()
    const gaugeRows = await sql<{ gauge: keyof typeof gauges; one: string | null; two: string | null; value: number }>`
      select 'runs' as gauge, kind as one, status as two, count(*) as value from work_runs where status in ('queued', 'running', 'waiting', 'failed') group by kind, status
      union all select 'stuck', kind, null, count(*) from work_runs where status = 'failed' group by kind
      union all select 'oldestStuck', kind, null, extract(epoch from ${at}::timestamptz - min(coalesce(stuck_since, updated_at))) from work_runs
        where status = 'failed' group by kind
      union all select 'buildTime', null, null, percentile_cont(0.95) within group (order by extract(epoch from ended_at - created_at)::float8)
        from work_runs where kind = 'buildAccount' and status = 'succeeded' and created_at > ${at}::timestamptz - interval '24 hours'
        having count(*) > 0
      union all select 'jobs', name, state::text, count(*) from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name, state
      union all select 'oldestJob', name, null, extract(epoch from now() - min(start_after)) from pgboss.job
        where state in ('created', 'retry') and start_after <= now() group by name
      union all select 'scheduleAge', name, null, extract(epoch from clock_timestamp() - coalesce(started_at, created_at)) from schedules s
        where name in (${sql.join(Object.keys(scheduleTitles))})
          and not exists (select from queue_pauses p where p.queue in (s.name, ${allSchedules})) and not ${pausedAfterRestore}
      union all select 'scheduleDuration', name, null, duration_ms / 1000.0 from schedules where duration_ms is not null
      union all select 'scheduleFailures', name, null, failures from schedules
      union all select 'paused', queue, null, extract(epoch from ${at}::timestamptz - paused_at) from queue_pauses
      union all select 'paused', 'restore', null, extract(epoch from ${at}::timestamptz - restored_at) from database_restores where closed_at is null
      union all select 'approvals', subject_kind, null, count(*) from approvals where status = 'pending' group by subject_kind
      union all select 'oldestApproval', subject_kind, null, extract(epoch from ${at}::timestamptz - min(opened_at)) from approvals
        where status = 'pending' group by subject_kind
      union all select 'deliveries', status, null, count(*) from deliveries where status in ('waiting', 'failed') group by status
      union all select 'oldestDelivery', null, null, coalesce(extract(epoch from ${at}::timestamptz - min(created_at)), 0) from deliveries
        where status in ('waiting', 'failed') and not digest
      union all select 'unchained', null, null, count(*) from audit_pending
      union all select 'unsound', null, null, (outcome <> 'sound')::int from (
        select outcome from audit_verifications where outcome is not null order by requested_at desc, id desc limit 1) last
      union all select 'violated', null, null, count(*) from invariant_checks where violations > 0 or problem is not null
      union all select 'sessions', null, null, count(*) from sessions
        where ended_at is null and expires_at > ${at} and last_seen_at > ${new Date(at.getTime() - idleSeconds * 1_000)}`.execute(db)
    for (const gauge of Object.values(gauges)) gauge.reset()
    const labels: Partial<Record<keyof typeof gauges, [string, string?]>> = {
      runs: ['kind', 'status'],
      stuck: ['kind'],
      oldestStuck: ['kind'],
      jobs: ['queue', 'state'],
      oldestJob: ['queue'],
      scheduleAge: ['schedule'],
      scheduleDuration: ['schedule'],
      scheduleFailures: ['schedule'],
      paused: ['queue'],
      approvals: ['kind'],
      oldestApproval: ['kind'],
      deliveries: ['state'],
    }
    for (const { gauge, one, two, value } of gaugeRows.rows) {
      const [firstLabel, secondLabel] = labels[gauge] ?? []
      gauges[gauge].set(
        { ...(firstLabel ? { [firstLabel]: one ?? '' } : {}), ...(secondLabel ? { [secondLabel]: two ?? '' } : {}) },
        Number(value),
      )
    }
    for (const { service, api, remainingMs } of datedVersions(at))
      if (services.has(service)) gauges.apiVersionEndOfSupport.set({ service, api }, Math.round(remainingMs / 1_000))
    gauges.checkpointsKept.set(keepsCheckpoints ? 1 : 0)
    if (readReplica) {
      gauges.readReplicaUnused.set(readReplica.isUsable() ? 0 : 1)
      gauges.readReplicaLag.set(readReplica.lagSeconds())
    }
    for (const [name, { pool, waitingCalls }] of Object.entries({ ...pools, ...(readReplica ? { readReplica } : {}) })) {
      gauges.connections.set({ pool: name, state: 'idle' }, pool.idleCount)
      gauges.connections.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
      gauges.connections.set({ pool: name, state: 'wanted' }, pool.waitingCount + waitingCalls())
    }
    readAt = Date.now()
  }

  return () => {
    if (Date.now() - readAt < cacheTtlMs) return Promise.resolve()
    currentRead ??= readCounts().finally(() => {
      currentRead = undefined
    })
    return currentRead
  }
}
