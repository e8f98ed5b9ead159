import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { SandboxHosting } from '../../../db/tables.ts'

export interface Place {
  /** Starts at 1. */
  position: number
  /** The expected time of readiness; null if no capacity is foreseeable. */
  estimatedAt: Date | null
}
interface Waiting {
  id: string
  hosting: SandboxHosting
  lease_hours: number
}
interface Room {
  hosting: SandboxHosting
  /** The time at which capacity is free for one sandbox. */
  at: Date
  restHours: number
}

const hourMs = 3_600_000
/** The grace period and the removal. */
const afterLeaseMs = 24 * hourMs + 15 * 60_000
const usualSetUpMs = 5 * 60_000
/** The lease assumed for a request that isn’t submitted yet. */
const usualLeaseHours = 72

/** Estimates position and readiness of each queued sandbox. */
export async function queuePositions(db: Db, now: Date): Promise<Map<string, Place>> {
  const waiting = await waitingOnes(db)
  if (waiting.length === 0) return new Map()
  const [rooms, setUpMs] = await Promise.all([roomsToCome(db, now), setUpTime(db, now)])
  return new Map(
    (['resourceGroup', 'subscription'] as const).flatMap((hosting) => [
      ...planned(
        waiting.filter((each) => each.hosting === hosting),
        rooms.filter((each) => each.hosting === hosting),
        setUpMs,
      ),
    ]),
  )
}

/** Estimates the queue position of a request that isn’t submitted yet; null if there is capacity now. */
export async function placeFor(db: Db, hosting: SandboxHosting, now: Date): Promise<Place | null> {
  const [waiting, all, setUpMs] = await Promise.all([waitingOnes(db), roomsToCome(db, now), setUpTime(db, now)])
  const before = waiting.filter((each) => each.hosting === hosting)
  const rooms = all.filter((each) => each.hosting === hosting)
  if (rooms.filter(({ at }) => at <= now).length > before.length) return null
  const next: Waiting = { id: 'next', hosting, lease_hours: usualLeaseHours }
  return planned([...before, next], rooms, setUpMs).get('next')!
}

function waitingOnes(db: Db): Promise<Waiting[]> {
  return db
    .selectFrom('sandboxes')
    .select(['id', 'hosting', 'lease_hours'])
    .where('status', '=', 'queued')
    .orderBy('queue_number')
    .execute()
}

/**
 * Assigns the earliest capacity to each sandbox in turn, which is free again after its lease. Early deletions improve the estimate,
 * extensions worsen it.
 */
function planned(waiting: Waiting[], rooms: Room[], setUpMs: number): Map<string, Place> {
  const free = [...rooms].sort((one, other) => one.at.getTime() - other.at.getTime())
  const positions = new Map<string, Place>()
  for (const [index, { id, lease_hours }] of waiting.entries()) {
    const room = free.shift()
    positions.set(id, { position: index + 1, estimatedAt: room ? new Date(room.at.getTime() + setUpMs) : null })
    if (!room) continue
    const freeAt = room.at.getTime() + setUpMs + lease_hours * hourMs + afterLeaseMs + room.restHours * hourMs
    const place = free.findIndex(({ at }) => at.getTime() > freeAt)
    free.splice(place < 0 ? free.length : place, 0, { ...room, at: new Date(freeAt) })
  }
  return positions
}

/** Lists free capacity, and capacity that is free after current leases. Failed and quarantined sandboxes don’t count. */
async function roomsToCome(db: Db, now: Date): Promise<Room[]> {
  const { rows } = await sql<{ kind: 'shared' | 'pool'; at: Date; rest: number }>`
    with hosts as (
      select h.id, h.kind, h.status, h.resting_until, h.rest_hours, h.capacity,
        (select count(*) from sandboxes s where s.host_id = h.id and s.status not in ('queued', 'deleted')) as used
      from sandbox_hosts h where h.status in ('available', 'resting')
    )
    select h.kind, coalesce(h.resting_until, ${now}::timestamptz) as at, case when h.kind = 'pool' then h.rest_hours else 0 end as rest
    from hosts h cross join generate_series(1, h.capacity - h.used)
    union all
    select h.kind, greatest(case s.status
        when 'provisioning' then ${now}::timestamptz + s.lease_hours * interval '1 hour' + ${afterLeaseMs} * interval '1 millisecond'
        when 'deleting' then s.delete_at + interval '15 minutes'
        else s.lease_end + ${afterLeaseMs} * interval '1 millisecond' end, ${now}::timestamptz)
      + case when h.kind = 'pool' then h.rest_hours else 0 end * interval '1 hour',
      case when h.kind = 'pool' then h.rest_hours else 0 end
    from hosts h join sandboxes s on s.host_id = h.id and s.status in ('provisioning', 'active', 'frozen', 'deleting')`.execute(db)
  return rows.map(({ kind, at, rest }) => ({ hosting: kind === 'shared' ? 'resourceGroup' : 'subscription', at, restHours: rest }))
}

async function setUpTime(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from x.ended_at - x.created_at) * 1000) as ms
    from (
      select ended_at, created_at from sandbox_actions
      where kind = 'provision' and status = 'done' and ended_at > ${now}::timestamptz - interval '30 days' order by ended_at desc limit 200
    ) x`.execute(db)
  return rows[0]?.ms ?? usualSetUpMs
}
