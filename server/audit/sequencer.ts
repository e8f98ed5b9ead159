import { sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'
import type { AuditKey, TrustedKey } from './auditKey.ts'
import { type Checkpoint, checkpointEvents, signCheckpoint } from './checkpoint.ts'
import { type AuditRecord, auditParts, chainStart, type PartHashes, partHash, recordColumns, recordHash } from './record.ts'
import { signingProblem } from './signingProblem.ts'
import { type Head, loadCheckpoints, loadHead } from './stored.ts'

export const batchSize = 1_000
export const checkpointIntervalMs = 60_000

export interface SequencerContext {
  db: Db
  key: AuditKey
  /** Earlier signing keys. */
  trusted: readonly TrustedKey[]
  now: () => Date
  /**
   * Reads the last checkpoints that are stored outside the database.
   * @throws if they can't be read
   */
  loadOwnCheckpoints?: () => Promise<readonly Checkpoint[]>
}
export interface SequenceResult {
  /** Number of events taken; fewer than `batchSize` means that none are left. */
  chainedCount: number
  /** IDs of events that were deleted before they were chained. */
  deletedEventIds: string[]
  problem?: string
}

type WaitingEvent = { number: number; eventId: string; chained: boolean } & Partial<AuditRecord>

/**
 * Numbers the next waiting events in the order they were written, and signs a checkpoint when due. A transaction lock lets only one replica
 * do this, and a killed process has chained either the whole batch or nothing.
 */
export function chainNextBatch({ db, ...signing }: SequencerContext): Promise<SequenceResult> {
  return inTransaction(db, async (tx) => {
    const { rows: lockRows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('slipway audit chain', 0)) as mine`.execute(tx)
    if (!lockRows[0]?.mine) return { chainedCount: 0, deletedEventIds: [] }
    const chainHead = await loadHead(tx)
    const { rows: waitingRows } = await sql<WaitingEvent>`
      select p.number, p.event_id::text as "eventId", exists (select from audit_chain c where c.event_id = p.event_id) as chained,
        ${recordColumns}
      from (select number, event_id from audit_pending order by number limit ${batchSize}) p left join audit_events e on e.id = p.event_id
      order by p.number`.execute(tx)
    const records = waitingRows.flatMap(({ number, eventId, chained, ...record }) => (chained || !record.id ? [] : [record as AuditRecord]))
    const end = await append(tx, chainHead, records)
    if (waitingRows.length > 0)
      await sql`delete from audit_pending where number = any (${waitingRows.map(({ number }) => number)}::bigint[])`.execute(tx)
    const problem = end && (await checkpointIfDue(tx, { end, chained: chainHead }, signing))
    return {
      chainedCount: waitingRows.length,
      deletedEventIds: waitingRows.filter(({ id }) => !id).map(({ eventId }) => eventId),
      ...(problem ? { problem } : {}),
    }
  })
}

async function append(tx: Db, chainHead: Head | undefined, records: AuditRecord[]): Promise<Head | undefined> {
  let seq = chainHead?.seq ?? 0
  let previous = chainHead?.hash ?? chainStart
  const rows = records.map((record) => {
    // Every part still has its salt, because an event can be erased only after it is chained.
    const partHashes = Object.fromEntries(
      auditParts.map((partName) => [partName, partHash(record, partName) ?? chainStart]),
    ) as unknown as PartHashes
    seq += 1
    previous = recordHash(previous, seq, record, partHashes)
    return { seq, id: record.id, ...partHashes, hash: previous }
  })
  if (rows.length === 0) return chainHead
  const column = (name: 'who' | 'subject' | 'what' | 'hash') => rows.map((row) => row[name])
  await sql`
    insert into audit_chain (seq, event_id, who_hash, subject_hash, what_hash, hash)
    select seq, id, decode(who, 'hex'), decode(subject, 'hex'), decode(what, 'hex'), decode(hash, 'hex')
    from unnest(${rows.map((row) => row.seq)}::bigint[], ${rows.map(({ id }) => id)}::uuid[], ${column('who')}::text[],
      ${column('subject')}::text[], ${column('what')}::text[], ${column('hash')}::text[]) as rows (seq, id, who, subject, what, hash)
    order by seq`.execute(tx)
  return { seq, hash: previous }
}

/** Signs the chain only if it continues from the last signature, so that a rewritten chain is never signed. */
async function checkpointIfDue(
  tx: Db,
  { end, chained }: { end: Head; chained: Head | undefined },
  { key, trusted, now, loadOwnCheckpoints = async () => [] }: Omit<SequencerContext, 'db'>,
): Promise<string | undefined> {
  const [lastCheckpoint] = await loadCheckpoints(tx, { last: 1 })
  if (lastCheckpoint && lastCheckpoint.seq === end.seq) return undefined
  const isDue =
    !lastCheckpoint ||
    end.seq - lastCheckpoint.seq >= checkpointEvents ||
    now().getTime() - Date.parse(lastCheckpoint.at) >= checkpointIntervalMs
  if (!isDue) return undefined
  const problem = await signingProblem(tx, { last: lastCheckpoint, end, chained, loadOwnCheckpoints, keys: [key, ...trusted] })
  if (problem) return `${problem} No more checkpoints are signed. Run slipway audit verify.`
  const { seq, hash, at, keyId, signature, previous } = signCheckpoint(key, { ...end, previous: lastCheckpoint?.seq ?? 0 }, now())
  await sql`insert into audit_checkpoints (seq, hash, at, key_id, signature, previous_seq)
    values (${seq}, ${Buffer.from(hash, 'hex')}, ${at}, ${keyId}, ${Buffer.from(signature, 'base64')}, ${previous})`.execute(tx)
  return undefined
}
