import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Checkpoint } from './checkpoint.ts'

export interface Head {
  seq: number
  /** Hexadecimal. */
  hash: string
}

export async function loadHead(db: Db): Promise<Head | undefined> {
  const row = await db.selectFrom('audit_chain').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return row && { seq: row.seq, hash: row.hash.toString('hex') }
}

const checkpointColumns = sql`seq, encode(hash, 'hex') as hash, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  key_id as "keyId", previous_seq as previous, replace(encode(signature, 'base64'), E'\n', '') as signature`

export async function loadCheckpointsAt(db: Db, seqs: number[]): Promise<Checkpoint[]> {
  const { rows } = await sql<Checkpoint>`select ${checkpointColumns} from audit_checkpoints where seq = any (${seqs}::bigint[])`.execute(db)
  return rows
}

export async function loadCheckpoints(
  db: Db,
  { after = 0, ...ask }: { after?: number } & ({ first: number } | { last: number }),
): Promise<Checkpoint[]> {
  const [order, limit] = 'first' in ask ? [sql``, ask.first] : [sql`desc`, ask.last]
  const { rows } = await sql<Checkpoint>`select * from (
      select ${checkpointColumns} from audit_checkpoints where seq > ${after} order by seq ${order} limit ${limit}) found
    order by seq`.execute(db)
  return rows
}

const pageSize = 1_000

/** Yields all checkpoints after a number, in order. They are read in pages, because several years can have one checkpoint per minute. */
export async function* checkpointPages(db: Db, { after = 0, size = pageSize } = {}): AsyncIterable<Checkpoint[]> {
  for (let from = after; ; ) {
    const page = await loadCheckpoints(db, { after: from, first: size })
    if (page.length > 0) yield page
    if (page.length < size) return
    from = page.at(-1)!.seq
  }
}

export async function isStillStored(db: Db, { seq, hash }: Checkpoint): Promise<boolean> {
  const row = await db.selectFrom('audit_chain').select('hash').where('seq', '=', seq).executeTakeFirst()
  return row?.hash.toString('hex') === hash
}
