import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { csvLine, csvStart } from './csv.ts'

/** Each holds a connection until it has been read. */
const mostAtOnce = 4

interface Export {
  personId: string
  header: string[]
  /** The statement of all ids, in order. */
  ids(tx: Db): Promise<RawBuilder<{ id: string }>>
  /** The lines of these ids, in their order. */
  lines(tx: Db, ids: string[]): Promise<string[][]>
}

interface TextExport extends Pick<Export, 'personId' | 'ids'> {
  /** What comes before the rows. */
  start?(tx: Db): AsyncIterable<string> | Iterable<string>
  /** These ids as text, in their order. */
  text(tx: Db, ids: string[]): Promise<string>
  end?(): string
}

/** One export a person and few for everyone: what is read, is read for minutes. Given back with the transaction. */
async function takeSlot(tx: Db, personId: string): Promise<void> {
  const take = async (name: string) =>
    (await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as mine`.execute(tx)).rows[0]?.mine
  if (!(await take(`export ${personId}`)))
    throw new Failure('tooManyRequests', 'Your last export is still running. Wait until it completes, then try again.')
  for (let slot = 1; slot <= mostAtOnce; slot++) if (await take(`export slot ${slot}`)) return
  throw new Failure('tooManyRequests', 'Several exports are running already. Try again in a minute.')
}

/** A list as CSV. @throws tooManyRequests */
export function exportRows(db: Db, { personId, header, ids, lines }: Export): Promise<Readable> {
  return exportText(db, {
    personId,
    ids,
    start: () => [csvStart + csvLine(header)],
    text: async (tx, ids) => (await lines(tx, ids)).map(csvLine).join(''),
  })
}

/**
 * A list as text, read through a cursor in one snapshot: as many rows as there are, in the memory of two batches. The reader's pace
 * is the writer's; one that stops reading for half a minute is cut off by the database.
 * @throws tooManyRequests
 */
export async function exportText(db: Db, { personId, ids, start, text, end: last }: TextExport): Promise<Readable> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await takeSlot(tx, personId)
    await sql`declare exported no scroll cursor for ${await ids(tx)}`.execute(tx)
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
  let ended: Promise<unknown> | undefined
  const end = () =>
    (ended ??= tx
      .rollback()
      .execute()
      .catch(() => {}))
  async function* written() {
    if (start) yield* start(tx)
    for (;;) {
      const { rows } = await sql<{ id: string }>`fetch 1000 from exported`.execute(tx)
      if (rows.length === 0) break
      const ids = rows.map(({ id }) => id)
      yield await text(tx, ids)
    }
    if (last) yield last()
    // Before the last of it is sent, so that the reader can export again at once.
    await end()
  }
  const stream = Readable.from(written(), { highWaterMark: 1 })
  // Also when the reader goes away, or nobody ever reads it.
  stream.once('close', end)
  return stream
}
