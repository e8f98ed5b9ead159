import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { csvLine, csvStart } from './csv.ts'

/** Each export holds a connection until it has been read. */
const maxConcurrentExports = 4

interface Export {
  personId: string
  header: string[]
  ids(tx: Db): Promise<RawBuilder<{ id: string }>>
  lines(tx: Db, ids: string[]): Promise<string[][]>
}

interface TextExport extends Pick<Export, 'personId' | 'ids'> {
  start?(tx: Db): AsyncIterable<string> | Iterable<string>
  text(tx: Db, ids: string[]): Promise<string>
  end?(): string
}

/**
 * Allows one export per person and few in total, because each export takes minutes. When its transaction ends, another export can start.
 */
async function acquireExportSlot(tx: Db, personId: string): Promise<void> {
  const acquireSlot = async (name: string) =>
    (await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as mine`.execute(tx)).rows[0]?.mine
  if (!(await acquireSlot(`export ${personId}`)))
    throw new Failure('tooManyRequests', 'Your last export is still running. Wait until it completes, then try again.')
  for (let slot = 1; slot <= maxConcurrentExports; slot++) if (await acquireSlot(`export slot ${slot}`)) return
  throw new Failure('tooManyRequests', 'Too many exports are already running. Try again in a minute.')
}

/** @throws tooManyRequests */
export function exportRows(db: Db, { personId, header, ids, lines }: Export): Promise<Readable> {
  return exportText(db, {
    personId,
    ids,
    start: () => [csvStart + csvLine(header)],
    text: async (tx, ids) => (await lines(tx, ids)).map(csvLine).join(''),
  })
}

/**
 * Streams a list as text through a cursor in one snapshot. Memory holds at most two batches, whatever the number of rows. The client
 * determines the speed; after half a minute without reading, the database ends the transaction.
 * @throws tooManyRequests
 */
export async function exportText(db: Db, { personId, ids, start, text, end: closingText }: TextExport): Promise<Readable> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await acquireExportSlot(tx, personId)
    await sql`declare exported no scroll cursor for ${await ids(tx)}`.execute(tx)
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
  let closingPromise: Promise<unknown> | undefined
  const end = () =>
    (closingPromise ??= tx
      .rollback()
      .execute()
      .catch(() => {}))
  async function* chunks() {
    if (start) yield* start(tx)
    for (;;) {
      const { rows } = await sql<{ id: string }>`fetch 1000 from exported`.execute(tx)
      if (rows.length === 0) break
      const ids = rows.map(({ id }) => id)
      yield await text(tx, ids)
    }
    if (closingText) yield closingText()
    // The transaction ends before the last chunk is sent, so that the client can start another export immediately.
    await end()
  }
  const stream = Readable.from(chunks(), { highWaterMark: 1 })
  // The stream also closes if the client disconnects or never reads from it.
  stream.once('close', end)
  return stream
}
