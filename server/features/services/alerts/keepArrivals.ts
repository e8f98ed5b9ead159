import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import type { NewArrival } from './arrivals.ts'
import { gathered } from './gathered.ts'
import { gatherMs, wake } from './wake.ts'

type Delivery = NewArrival[]
type Parts = { db: Db; jobs: Jobs }

/** As many rows as are written at once, unless a single delivery has more. */
const mostRows = 500
/** A little less than a fold is away: what is written before it begins, it counts. */
const coveredMs = gatherMs - 100

function writer(parts: Parts): (delivery: Delivery) => Promise<number> {
  /** Until when a fold that comes is known to count what is written. */
  let coveredUntil = 0

  /** What is stored is accepted, whatever becomes of this: each minute `tendAlerts` finds what no job has been sent for. */
  async function haveCounted(): Promise<void> {
    if (performance.now() < coveredUntil) return
    const began = performance.now()
    const sent = await wake(parts, 'foldAlerts', gatherMs).catch(() => false)
    if (sent) coveredUntil = began + coveredMs
  }

  const write = async (deliveries: Delivery[]): Promise<number[]> => {
    const added = await insert(parts.db, deliveries)
    if (added.some((count) => count > 0)) await haveCounted()
    return added
  }
  return gathered(write, { most: mostRows, weigh: (rows) => rows.length })
}

const writers = new WeakMap<Jobs, ReturnType<typeof writer>>()

/**
 * Writes what has arrived, in one statement with what else has arrived meanwhile, and sees to it that it is counted.
 * @returns how many of them had not been delivered before
 */
export function keepArrivals(parts: Parts, rows: NewArrival[]): Promise<number> {
  if (rows.length === 0) return Promise.resolve(0)
  const write = writers.get(parts.jobs) ?? writer(parts)
  writers.set(parts.jobs, write)
  return write(rows)
}

/** @returns how many rows of each delivery are new; of two that are the same, the first is. */
async function insert(db: Db, deliveries: Delivery[]): Promise<number[]> {
  const rows = deliveries.flat()
  const column = <K extends keyof NewArrival>(name: K) => rows.map((row) => row[name])
  // By columns, so that it is one statement to PostgreSQL however many rows there are.
  const { rows: added } = await sql<{ account_id: string; event_hash: Buffer }>`
    insert into alert_arrivals (account_id, key_id, fingerprint, event_hash, state, fires, at, received_at, detail)
    select account_id, key_id, fingerprint, event_hash, state, fires, at, received_at, detail::jsonb
    from unnest(${column('account_id')}::uuid[], ${column('key_id')}::uuid[], ${column('fingerprint')}::bytea[], ${column('event_hash')}::bytea[],
      ${column('state')}::text[], ${column('fires')}::bool[], ${column('at')}::timestamptz[], ${column('received_at')}::timestamptz[],
      ${column('detail')}::text[]) with ordinality
      as r (account_id, key_id, fingerprint, event_hash, state, fires, at, received_at, detail, place)
    order by place
    on conflict (account_id, event_hash) do nothing
    returning account_id, event_hash`.execute(db)
  const fresh = new Set(added.map(nameOf))
  return deliveries.map((delivery) => delivery.filter((row) => fresh.delete(nameOf(row))).length)
}

const nameOf = ({ account_id, event_hash }: { account_id: string; event_hash: Buffer }) => `${account_id}/${event_hash.toString('base64')}`
