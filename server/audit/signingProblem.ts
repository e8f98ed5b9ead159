import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { TrustedKey } from './auditKey.ts'
import { type Checkpoint, isSigned } from './checkpoint.ts'
import { type LinkRow, linkColumns, toLink } from './databaseAuditTrail.ts'
import { auditParts, chainStart, partHash, recordHash } from './record.ts'
import { type Head, isStillStored, loadCheckpointsAt } from './stored.ts'

/** A chain longer than this must have a checkpoint, because a checkpoint is due every 1,000 events. */
const maxWithoutCheckpoint = 2_000
const pageSize = 500

interface SigningFacts {
  last: Checkpoint | undefined
  end: Head
  /** The end of the chain before this transaction. The sequencer itself wrote all later links. */
  chained: Head | undefined
  loadOwnCheckpoints: () => Promise<readonly Checkpoint[]>
  keys: readonly TrustedKey[]
}

/**
 * Checks that the chain continues from the last checkpoints inside and outside the database.
 * @returns why the end of the chain must not be signed, as a sentence; undefined if it can be signed
 */
export async function signingProblem(tx: Db, { last, end, chained, loadOwnCheckpoints, keys }: SigningFacts): Promise<string | undefined> {
  try {
    for (const checkpoint of await loadOwnCheckpoints()) {
      const problem = await contradictsChain(tx, checkpoint, end, keys)
      if (problem) return problem
    }
  } catch (error) {
    return `Earlier checkpoints can’t be read: ${error instanceof Error ? error.message : String(error)}.`
  }
  if (last && !(isSigned(last, keys) && (await isStillStored(tx, last)))) return signingProblems.changedHash(last.seq)
  if (!last && (chained?.seq ?? 0) > maxWithoutCheckpoint) return `The chain has ${chained?.seq} events but no checkpoint.`
  return findChainBreak(tx, { seq: last?.seq ?? 0, hash: last?.hash ?? chainStart }, chained)
}

export const signingProblems = {
  changedHash: (seq: number) => `The chain no longer has the hash that was signed at event number ${seq}.`,
  untrusted: (seq: number) => `The checkpoint at event number ${seq} outside the database is not signed by a trusted key.`,
  truncated: (last: number, signed: number) => `The chain ends at event number ${last}, but event number ${signed} was signed.`,
  missing: (seq: number) => `The checkpoint at event number ${seq} is missing.`,
}

async function contradictsChain(tx: Db, checkpoint: Checkpoint, end: Head, keys: readonly TrustedKey[]): Promise<string | undefined> {
  const { seq } = checkpoint
  if (!isSigned(checkpoint, keys)) return signingProblems.untrusted(seq)
  if (seq > end.seq) return signingProblems.truncated(end.seq, seq)
  if (!(await isStillStored(tx, checkpoint))) return signingProblems.changedHash(seq)
  const storedCheckpoints = await loadCheckpointsAt(tx, [seq])
  return storedCheckpoints.some(({ signature }) => signature === checkpoint.signature) ? undefined : signingProblems.missing(seq)
}

async function findChainBreak(tx: Db, from: Head, to: Head | undefined): Promise<string | undefined> {
  let { seq, hash } = from
  while (to && seq < to.seq) {
    const { rows } = await sql<LinkRow>`
      select ${linkColumns} from audit_chain c left join audit_events e on e.id = c.event_id
      where c.seq > ${seq} and c.seq <= ${to.seq} order by c.seq limit ${pageSize}`.execute(tx)
    for (const { record, parts, ...link } of rows.map(toLink)) {
      seq += 1
      if (link.seq !== seq || !record) return `Event number ${seq} is missing from the chain.`
      const changed = auditParts.filter((partName) => partHash(record, partName) !== parts[partName])
      const erasedParts =
        changed.length === 0 ? [] : await tx.selectFrom('audit_erasures').select('part').where('event_id', '=', link.eventId).execute()
      const isUnchangedOrErased = changed.every((partName) => erasedParts.some((each) => each.part === partName))
      if (!isUnchangedOrErased || recordHash(hash, seq, record, parts) !== link.hash)
        return `Event number ${seq} was changed after it was chained.`
      hash = link.hash
    }
    if (rows.length === 0) return `Event number ${seq + 1} is missing from the chain.`
  }
  return undefined
}
