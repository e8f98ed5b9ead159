import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { TrustedKey } from './auditKey.ts'
import { type Checkpoint, isSigned } from './checkpoint.ts'
import { type LinkRow, linkColumns, toLink } from './databaseTrail.ts'
import { auditParts, chainStart, partHash, recordHash } from './record.ts'
import { type Head, readCheckpointsAt, stillHolds } from './stored.ts'

/** A chain longer than this must have a checkpoint, because a checkpoint is due every 1,000 events. */
const maxWithoutCheckpoint = 2_000
const pageSize = 500

interface SigningFacts {
  last: Checkpoint | undefined
  /** The position to be signed. */
  end: Head
  /** The end of the chain before this transaction; later links come from the sequencer. */
  chained: Head | undefined
  remembered: () => Promise<readonly Checkpoint[]>
  keys: readonly TrustedKey[]
}

/**
 * Checks that the chain continues from the last checkpoints in the database and outside it.
 * @returns why its end must not be signed, as a sentence; undefined if it can be signed
 */
export async function signingProblem(tx: Db, { last, end, chained, remembered, keys }: SigningFacts): Promise<string | undefined> {
  try {
    for (const checkpoint of await remembered()) {
      const problem = await contradicts(tx, checkpoint, end, keys)
      if (problem) return problem
    }
  } catch (error) {
    return `Earlier checkpoints can’t be read: ${error instanceof Error ? error.message : String(error)}.`
  }
  if (last && !(isSigned(last, keys) && (await stillHolds(tx, last))))
    return `The chain no longer has the hash that was signed at number ${last.seq}.`
  if (!last && (chained?.seq ?? 0) > maxWithoutCheckpoint) return `The chain has ${chained?.seq} events and no checkpoint.`
  return brokenBetween(tx, { seq: last?.seq ?? 0, hash: last?.hash ?? chainStart }, chained)
}

async function contradicts(tx: Db, checkpoint: Checkpoint, end: Head, keys: readonly TrustedKey[]): Promise<string | undefined> {
  const { seq } = checkpoint
  if (!isSigned(checkpoint, keys)) return `The checkpoint at number ${seq} outside the database is not signed by a trusted key.`
  if (seq > end.seq) return `The chain ends at number ${end.seq}, but number ${seq} was signed.`
  if (!(await stillHolds(tx, checkpoint))) return `The chain no longer has the hash that was signed at number ${seq}.`
  const stored = await readCheckpointsAt(tx, [seq])
  return stored.some(({ signature }) => signature === checkpoint.signature) ? undefined : `The checkpoint at number ${seq} is missing.`
}

/** Checks that each link after the last checkpoint follows the previous one and has its event. */
async function brokenBetween(tx: Db, from: Head, to: Head | undefined): Promise<string | undefined> {
  let { seq, hash } = from
  while (to && seq < to.seq) {
    const { rows } = await sql<LinkRow>`
      select ${linkColumns} from audit_chain c left join audit_events e on e.id = c.event_id
      where c.seq > ${seq} and c.seq <= ${to.seq} order by c.seq limit ${pageSize}`.execute(tx)
    for (const { record, parts, ...link } of rows.map(toLink)) {
      seq += 1
      if (link.seq !== seq || !record) return `Number ${seq} is missing from the chain.`
      const changed = auditParts.filter((part) => partHash(record, part) !== parts[part])
      const erased =
        changed.length === 0 ? [] : await tx.selectFrom('audit_erasures').select('part').where('event_id', '=', link.eventId).execute()
      const isAsWritten = changed.every((part) => erased.some((each) => each.part === part))
      if (!isAsWritten || recordHash(hash, seq, record, parts) !== link.hash) return `Number ${seq} was changed after it was chained.`
      hash = link.hash
    }
    if (rows.length === 0) return `Number ${seq + 1} is missing from the chain.`
  }
  return undefined
}
