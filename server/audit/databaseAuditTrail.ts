import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { AuditTrailSource, Link } from './auditTrailSource.ts'
import { type AuditRecord, recordColumns } from './record.ts'
import { checkpointPages, loadCheckpointsAt } from './stored.ts'
import type { Erasure } from './verifyErasures.ts'

const batch = 2_000
/** A verification reads the whole trail, so its statements can take longer than requests. */
const timeout = '300s'

export interface LinkRow extends AuditRecord {
  seq: number
  eventId: string
  who: string
  subject: string
  what: string
  hash: string
}

/** Runs `callback` on a snapshot of the trail, so that concurrent writes don't affect it. */
export function withAuditTrail<T>(db: Db, callback: (source: AuditTrailSource) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${timeout}, true), set_config('idle_in_transaction_session_timeout', ${timeout}, true)`.execute(
        tx,
      )
      return callback(await auditTrailIn(tx))
    })
}

export async function auditTrailIn(tx: Db): Promise<AuditTrailSource> {
  const erasures = await sql<Erasure>`
    select event_id::text as "eventId", part, request_id as "requestId", encode(hash, 'hex') as hash from audit_erasures`.execute(tx)
  return {
    erasures: erasures.rows,
    checkpoints: () => checkpointPages(tx),
    links: () => links(tx),
    at: (seqs) => at(tx, seqs),
    unchained: () => countUnchained(tx),
  }
}

/** Needs the aliases `audit_chain c` and `audit_events e`. */
export const linkColumns: RawBuilder<unknown> = sql`c.seq, c.event_id::text as "eventId", encode(c.who_hash, 'hex') as who,
  encode(c.subject_hash, 'hex') as subject, encode(c.what_hash, 'hex') as what, encode(c.hash, 'hex') as hash, ${recordColumns}`

export function toLink({ seq, eventId, who, subject, what, hash, ...record }: LinkRow): Link {
  return { seq, eventId, parts: { who, subject, what }, hash, record: record.id ? record : undefined }
}

async function* links(tx: Db): AsyncIterable<Link[]> {
  let after = 0
  for (;;) {
    const { rows } = await sql<LinkRow>`
      select ${linkColumns} from audit_chain c left join audit_events e on e.id = c.event_id
      where c.seq > ${after} order by c.seq limit ${batch}`.execute(tx)
    const lastRow = rows.at(-1)
    if (!lastRow) return
    yield rows.map(toLink)
    after = lastRow.seq
  }
}

async function at(tx: Db, seqs: number[]): ReturnType<AuditTrailSource['at']> {
  const { rows } = await sql<{ seq: number; eventId: string; hash: string }>`
    select seq, event_id::text as "eventId", encode(hash, 'hex') as hash from audit_chain where seq = any (${seqs}::bigint[])`.execute(tx)
  return {
    links: new Map(rows.map(({ seq, ...place }) => [seq, place])),
    checkpoints: await loadCheckpointsAt(tx, seqs),
  }
}

async function countUnchained(tx: Db) {
  const { rows } = await sql<{ id: string; at: string }>`
    select e.id::text as id, to_char(e.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from audit_events e
    where not exists (select from audit_chain c where c.event_id = e.id) and not exists (select from audit_pending p where p.event_id = e.id)
    order by e.at limit 200`.execute(tx)
  const { count } = await tx
    .selectFrom('audit_pending')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { waiting: count, inserted: rows }
}
