import { sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'
import type { AuditKey, TrustedKey } from './auditKey.ts'
import { type Checkpoint, checkpointEvents, signCheckpoint } from './checkpoint.ts'
import { type AuditRecord, auditParts, chainStart, type PartHashes, partHash, recordColumns, recordHash } from './record.ts'
import { signingProblem } from './signingProblem.ts'
import { type Head, readCheckpoints, readHead } from './stored.ts'

/** Number of events chained in one transaction. */
export const batchSize = 1_000
export const checkpointMs = 60_000

export interface Sequencing {
  db: Db
  key: AuditKey
  /** Earlier signing keys. */
  trusted: readonly TrustedKey[]
  now: () => Date
  /** The last checkpoints stored outside the database. @throws if they can't be read */
  remembered?: () => Promise<readonly Checkpoint[]>
}
export interface Sequenced {
  /** Number of events taken; fewer than `batchSize` means that none are left. */
  taken: number
  /** Ids of events that were deleted before they were chained. */
  gone: string[]
  /** Why a due checkpoint was not signed. */
  problem?: string
}

type Waiting = { number: number; eventId: string; chained: boolean } & Partial<AuditRecord>

/**
 * Numbers the next waiting events in the order they were written, and signs a checkpoint when due. A transaction lock admits a single
 * replica, and a killed process has chained either the whole batch or nothing.
 */
export function chainNext({ db, ...signing }: Sequencing): Promise<Sequenced> {
  return inTransaction(db, async (tx) => {
    const { rows: locked } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('slipway audit chain', 0)) as mine`.execute(tx)
    if (!locked[0]?.mine) return { taken: 0, gone: [] }
    const head = await readHead(tx)
    const { rows: waiting } = await sql<Waiting>`
      select p.number, p.event_id::text as "eventId", exists (select from audit_chain c where c.event_id = p.event_id) as chained,
        ${recordColumns}
      from (select number, event_id from audit_pending order by number limit ${batchSize}) p left join audit_events e on e.id = p.event_id
      order by p.number`.execute(tx)
    const records = waiting.flatMap(({ number, eventId, chained, ...record }) => (chained || !record.id ? [] : [record as AuditRecord]))
    const end = await append(tx, head, records)
    if (waiting.length > 0)
      await sql`delete from audit_pending where number = any (${waiting.map(({ number }) => number)}::bigint[])`.execute(tx)
    const problem = end && (await checkpointIfDue(tx, { end, chained: head }, signing))
    return {
      taken: waiting.length,
      gone: waiting.filter(({ id }) => !id).map(({ eventId }) => eventId),
      ...(problem ? { problem } : {}),
    }
  })
}

async function append(tx: Db, head: Head | undefined, records: AuditRecord[]): Promise<Head | undefined> {
  let seq = head?.seq ?? 0
  let previous = head?.hash ?? chainStart
  const rows = records.map((record) => {
    // Every part has its salt here, because events are erased only after they are chained.
    const parts = Object.fromEntries(auditParts.map((part) => [part, partHash(record, part) ?? chainStart])) as unknown as PartHashes
    seq += 1
    previous = recordHash(previous, seq, record, parts)
    return { seq, id: record.id, ...parts, hash: previous }
  })
  if (rows.length === 0) return head
  const column = (name: 'who' | 'subject' | 'what' | 'hash') => rows.map((row) => row[name])
  await sql`
    insert into audit_chain (seq, event_id, who_hash, subject_hash, what_hash, hash)
    select seq, id, decode(who, 'hex'), decode(subject, 'hex'), decode(what, 'hex'), decode(hash, 'hex')
    from unnest(${rows.map((row) => row.seq)}::bigint[], ${rows.map(({ id }) => id)}::uuid[], ${column('who')}::text[],
      ${column('subject')}::text[], ${column('what')}::text[], ${column('hash')}::text[]) as rows (seq, id, who, subject, what, hash)
    order by seq`.execute(tx)
  return { seq, hash: previous }
}

/** Signs only a chain that continues from the last signature, so that a rewritten chain never gets a signature. */
async function checkpointIfDue(
  tx: Db,
  { end, chained }: { end: Head; chained: Head | undefined },
  { key, trusted, now, remembered = async () => [] }: Omit<Sequencing, 'db'>,
): Promise<string | undefined> {
  const [last] = await readCheckpoints(tx, { last: 1 })
  if (last && last.seq === end.seq) return undefined
  const due = !last || end.seq - last.seq >= checkpointEvents || now().getTime() - Date.parse(last.at) >= checkpointMs
  if (!due) return undefined
  const problem = await signingProblem(tx, { last, end, chained, remembered, keys: [key, ...trusted] })
  if (problem) return `${problem} No more checkpoints are signed. Run slipway audit verify.`
  const { seq, hash, at, keyId, signature, previous } = signCheckpoint(key, { ...end, previous: last?.seq ?? 0 }, now())
  await sql`insert into audit_checkpoints (seq, hash, at, key_id, signature, previous_seq)
    values (${seq}, ${Buffer.from(hash, 'hex')}, ${at}, ${keyId}, ${Buffer.from(signature, 'base64')}, ${previous})`.execute(tx)
  return undefined
}
