import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import type { NewArrival } from './arrivals.ts'
import { gathered } from './gathered.ts'
import { gatherMs, wake } from './wake.ts'

type Delivery = NewArrival[]
type Parts = { db: Db; jobs: Jobs }

/** Limit of rows per statement, unless a single delivery has more. */
const maxRows = 500
/** Slightly less than the delay of the grouping job, which counts all rows written before it starts. */
const coveredMs = gatherMs - 100

function writer(parts: Parts): (delivery: Delivery) => Promise<number> {
  /** Time until which an already queued job will count new rows. */
  let coveredUntil = 0

  /** Queues the grouping job. A failure doesn't matter, because `closeQuietAlerts` finds ungrouped rows every minute. */
  async function haveCounted(): Promise<void> {
    if (performance.now() < coveredUntil) return
    const began = performance.now()
    const sent = await wake(parts, 'groupAlerts', gatherMs).catch(() => false)
    if (sent) coveredUntil = began + coveredMs
  }

  const write = async (deliveries: Delivery[]): Promise<number[]> => {
    const added = await insert(parts.db, deliveries)
    if (added.some((count) => count > 0)) await haveCounted()
    return added
  }
  return gathered(write, { max: maxRows, weigh: (rows) => rows.length })
}

const writers = new WeakMap<Jobs, ReturnType<typeof writer>>()

/**
 * Stores arrivals, in one statement with concurrent deliveries, and queues their grouping.
 * @returns the number of rows that were not delivered before
 */
export function keepArrivals(parts: Parts, rows: NewArrival[]): Promise<number> {
  if (rows.length === 0) return Promise.resolve(0)
  const write = writers.get(parts.jobs) ?? writer(parts)
  writers.set(parts.jobs, write)
  return write(rows)
}

/** @returns the number of new rows per delivery; of two equal rows, the first counts as new */
async function insert(db: Db, deliveries: Delivery[]): Promise<number[]> {
  const rows = deliveries.flat()
  const column = <K extends keyof NewArrival>(name: K) => rows.map((row) => row[name])
  // Passing columns as arrays keeps the statement the same for any number of rows.
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
