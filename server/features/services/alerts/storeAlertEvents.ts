import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import type { NewAlertEvent } from './alertEvents.ts'
import { batchCalls } from './batchCalls.ts'
import { batchDelayMs, enqueueDelayed } from './enqueueDelayed.ts'

type Delivery = NewAlertEvent[]
type Parts = { db: Db; jobs: Jobs }

/** Largest number of rows per statement, unless a single delivery has more. */
const maxRows = 500
/** Slightly less than the delay of the grouping job, which processes all rows that were written before it starts. */
const enqueueCoverageMs = batchDelayMs - 100

function createWriter(parts: Parts): (delivery: Delivery) => Promise<number> {
  /** Until this time, new rows are processed by a job that is already queued. */
  let enqueuedUntil = 0

  /** Queues the grouping job. If this fails, `resumeWaitingAlerts` still finds the rows, because it runs every minute. */
  async function queueGrouping(): Promise<void> {
    if (performance.now() < enqueuedUntil) return
    const startedAt = performance.now()
    const isQueued = await enqueueDelayed(parts, 'groupAlerts', batchDelayMs).catch(() => false)
    if (isQueued) enqueuedUntil = startedAt + enqueueCoverageMs
  }

  const write = async (deliveries: Delivery[]): Promise<number[]> => {
    const addedCount = await insertAlertEvents(parts.db, deliveries)
    if (addedCount.some((count) => count > 0)) await queueGrouping()
    return addedCount
  }
  return batchCalls(write, { max: maxRows, weightOf: (rows) => rows.length })
}

const writers = new WeakMap<Jobs, ReturnType<typeof createWriter>>()

/**
 * Stores alert events, together with concurrent deliveries in one statement, and queues their grouping.
 * @returns the number of rows that were not delivered before
 */
export function storeAlertEvents(parts: Parts, rows: NewAlertEvent[]): Promise<number> {
  if (rows.length === 0) return Promise.resolve(0)
  const write = writers.get(parts.jobs) ?? createWriter(parts)
  writers.set(parts.jobs, write)
  return write(rows)
}

/** @returns the number of new rows per delivery; of two equal rows, the first counts as new */
async function insertAlertEvents(db: Db, deliveries: Delivery[]): Promise<number[]> {
  const rows = deliveries.flat()
  const column = <K extends keyof NewAlertEvent>(name: K) => rows.map((row) => row[name])
  // The columns are passed as arrays, so that the statement is the same for any number of rows.
  const { rows: addedCount } = await sql<{ account_id: string; event_hash: Buffer }>`
    insert into alert_events (account_id, key_id, fingerprint, event_hash, state, fires, at, received_at, detail)
    select account_id, key_id, fingerprint, event_hash, state, fires, at, received_at, detail::jsonb
    from unnest(${column('account_id')}::uuid[], ${column('key_id')}::uuid[], ${column('fingerprint')}::bytea[], ${column('event_hash')}::bytea[],
      ${column('state')}::text[], ${column('fires')}::bool[], ${column('at')}::timestamptz[], ${column('received_at')}::timestamptz[],
      ${column('detail')}::text[]) with ordinality
      as r (account_id, key_id, fingerprint, event_hash, state, fires, at, received_at, detail, place)
    order by place
    on conflict (account_id, event_hash) do nothing
    returning account_id, event_hash`.execute(db)
  const fresh = new Set(addedCount.map(nameOf))
  return deliveries.map((delivery) => delivery.filter((row) => fresh.delete(nameOf(row))).length)
}

const nameOf = ({ account_id, event_hash }: { account_id: string; event_hash: Buffer }) => `${account_id}/${event_hash.toString('base64')}`
