import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { SandboxHosting } from '../../../db/tables.ts'

export interface QueueEntry {
  position: number
  /** The expected time at which the sandbox is ready; null if no capacity can be foreseen. */
  estimatedAt: Date | null
}
interface QueuedSandbox {
  id: string
  hosting: SandboxHosting
  lease_hours: number
}
interface Capacity {
  hosting: SandboxHosting
  at: Date
  cooldownHours: number
}

const hourMs = 3_600_000
/** Covers the grace period and the removal. */
const hostReuseDelayMs = 24 * hourMs + 15 * 60_000
const defaultSetupMs = 5 * 60_000
/** The lease assumed for a request that isn’t submitted yet. */
const defaultLeaseHours = 72

export async function queuePositions(db: Db, now: Date): Promise<Map<string, QueueEntry>> {
  const waitingRows = await selectQueuedSandboxes(db)
  if (waitingRows.length === 0) return new Map()
  const [capacitySlots, setupMs] = await Promise.all([futureCapacity(db, now), typicalSetupMs(db, now)])
  return new Map(
    (['resourceGroup', 'subscription'] as const).flatMap((hosting) => [
      ...planQueue(
        waitingRows.filter((each) => each.hosting === hosting),
        capacitySlots.filter((each) => each.hosting === hosting),
        setupMs,
      ),
    ]),
  )
}

/** Estimates the queue position of a request that isn’t submitted yet, by hosting; null if there is capacity now. */
export async function estimateQueueEntries(db: Db, now: Date): Promise<Record<SandboxHosting, QueueEntry | null>> {
  const [waitingRows, capacityRows, setupMs] = await Promise.all([
    selectQueuedSandboxes(db),
    futureCapacity(db, now),
    typicalSetupMs(db, now),
  ])
  const entryOf = (hosting: SandboxHosting): QueueEntry | null => {
    const before = waitingRows.filter((each) => each.hosting === hosting)
    const capacitySlots = capacityRows.filter((each) => each.hosting === hosting)
    if (capacitySlots.filter(({ at }) => at <= now).length > before.length) return null
    const next: QueuedSandbox = { id: 'next', hosting, lease_hours: defaultLeaseHours }
    return planQueue([...before, next], capacitySlots, setupMs).get('next')!
  }
  return { resourceGroup: entryOf('resourceGroup'), subscription: entryOf('subscription') }
}

function selectQueuedSandboxes(db: Db): Promise<QueuedSandbox[]> {
  return db
    .selectFrom('sandboxes')
    .select(['id', 'hosting', 'lease_hours'])
    .where('status', '=', 'queued')
    .orderBy('queue_number')
    .execute()
}

/**
 * Assigns the earliest capacity to each sandbox in turn. This capacity is free again after the lease of the sandbox. Early deletions make
 * the real wait shorter, extensions make it longer.
 */
function planQueue(waitingRows: QueuedSandbox[], capacitySlots: Capacity[], setupMs: number): Map<string, QueueEntry> {
  const freeSlots = [...capacitySlots].sort((a, b) => a.at.getTime() - b.at.getTime())
  const positions = new Map<string, QueueEntry>()
  for (const [index, { id, lease_hours }] of waitingRows.entries()) {
    const nextFree = freeSlots.shift()
    positions.set(id, { position: index + 1, estimatedAt: nextFree ? new Date(nextFree.at.getTime() + setupMs) : null })
    if (!nextFree) continue
    const freeAt = nextFree.at.getTime() + setupMs + lease_hours * hourMs + hostReuseDelayMs + nextFree.cooldownHours * hourMs
    const slotIndex = freeSlots.findIndex(({ at }) => at.getTime() > freeAt)
    freeSlots.splice(slotIndex < 0 ? freeSlots.length : slotIndex, 0, { ...nextFree, at: new Date(freeAt) })
  }
  return positions
}

/**
 * Lists free capacity, and capacity that becomes free after current leases. Failed and quarantined sandboxes are left out, because it is
 * unknown when their capacity becomes free.
 */
async function futureCapacity(db: Db, now: Date): Promise<Capacity[]> {
  const { rows } = await sql<{ kind: 'shared' | 'pool'; at: Date; rest: number }>`
    with hosts as (
      select h.id, h.kind, h.status, h.cooldown_until, h.cooldown_hours, h.capacity,
        (select count(*) from sandboxes s where s.host_id = h.id and s.status not in ('queued', 'deleted')) as used
      from sandbox_hosts h where h.status in ('available', 'coolingDown')
    )
    select h.kind, coalesce(h.cooldown_until, ${now}::timestamptz) as at, case when h.kind = 'pool' then h.cooldown_hours else 0 end as rest
    from hosts h cross join generate_series(1, h.capacity - h.used)
    union all
    select h.kind, greatest(case s.status
        when 'provisioning' then ${now}::timestamptz + s.lease_hours * interval '1 hour' + ${hostReuseDelayMs} * interval '1 millisecond'
        when 'deleting' then s.delete_at + interval '15 minutes'
        else s.lease_end + ${hostReuseDelayMs} * interval '1 millisecond' end, ${now}::timestamptz)
      + case when h.kind = 'pool' then h.cooldown_hours else 0 end * interval '1 hour',
      case when h.kind = 'pool' then h.cooldown_hours else 0 end
    from hosts h join sandboxes s on s.host_id = h.id and s.status in ('provisioning', 'active', 'frozen', 'deleting')`.execute(db)
  return rows.map(({ kind, at, rest }) => ({ hosting: kind === 'shared' ? 'resourceGroup' : 'subscription', at, cooldownHours: rest }))
}

async function typicalSetupMs(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from x.ended_at - x.created_at) * 1000) as ms
    from (
      select ended_at, created_at from sandbox_actions
      where kind = 'provision' and status = 'done' and ended_at > ${now}::timestamptz - interval '30 days' order by ended_at desc limit 200
    ) x`.execute(db)
  return rows[0]?.ms ?? defaultSetupMs
}
