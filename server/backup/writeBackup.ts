import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { loadCheckpoints, loadHead } from '../audit/stored.ts'
import { type KeySettings, loadRecordedKeys, requireKeys } from '../auth/keyFingerprints.ts'
import { copyOut } from '../db/copy.ts'
import { databaseOver } from '../db/databaseOver.ts'
import { BackupError } from './backupError.ts'
import { encodeFrames, formatName, frameTypes } from './frames.ts'
import { copyTarget, loadTableColumns } from './loadTableColumns.ts'
import { type BackupTable, type Manifest, signManifest, slipwayVersion } from './manifest.ts'

/**
 * Writes the whole database as of one moment, while Slipway can run. Memory doesn't grow with the database.
 * @param client a connection without a transaction, whose role can read all tables
 * @throws BackupError if the database doesn't belong to Slipway, or the keys don't belong to the database
 */
export async function writeBackup(client: pg.Client, keys: KeySettings, output: Writable): Promise<Manifest> {
  await client.query('begin isolation level repeatable read read only')
  let manifest: Manifest | undefined
  try {
    const frames = frameBackup(client, keys, (complete) => {
      manifest = complete
    })
    await pipeline(Readable.from(frames, { objectMode: false }), createZstdCompress(), output)
  } finally {
    await client.query('rollback')
  }
  return manifest!
}

async function* frameBackup(client: pg.Client, keys: KeySettings, complete: (manifest: Manifest) => void): AsyncGenerator<Buffer> {
  const start = await describeDatabase(client, keys)
  yield* encodeFrames(frameTypes.format, Buffer.from(formatName))
  const tables: BackupTable[] = []
  for (const table of await loadTableColumns(client)) {
    yield* encodeFrames(frameTypes.table, Buffer.from(JSON.stringify(table)))
    const hash = createHash('sha256')
    let rows = 0
    for await (const chunk of copyOut(client, `copy ${copyTarget(table)} to stdout`)) {
      hash.update(chunk)
      rows += countLines(chunk)
      yield* encodeFrames(frameTypes.rows, chunk)
    }
    tables.push({ ...table, rows, sha256: hash.digest('hex') })
  }
  const manifest = { ...start, sequences: await loadSequences(client), tables }
  const text = JSON.stringify(manifest)
  yield* encodeFrames(frameTypes.manifest, Buffer.from(text))
  yield* encodeFrames(frameTypes.signature, signManifest(text, keys))
  complete(manifest)
}

/** In the text format, each row ends with the only unescaped line feed. */
function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}

async function describeDatabase(client: pg.Client, keys: KeySettings): Promise<Omit<Manifest, 'sequences' | 'tables'>> {
  const db = databaseOver(client)
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.schema_revisions') is not null and to_regclass('public.key_fingerprints') is not null as exists`,
  )
  if (!found[0]!.exists)
    throw new BackupError('This database has no data of this version of Slipway. Start this version once, then back up the database.')
  const recordedKeys = await loadRecordedKeys(db)
  requireKeys(recordedKeys, keys)
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select version, name, checksum from schema_migrations order by version',
  )
  const { rows: revisions } = await client.query<{ revision: number; at: string }>(
    `select max(revision) as revision, to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from schema_revisions`,
  )
  const [checkpoint] = await loadCheckpoints(db, { last: 1 })
  return {
    slipway: slipwayVersion(),
    takenAt: revisions[0]!.at,
    migrations,
    revision: revisions[0]!.revision,
    keys: recordedKeys,
    audit: { head: (await loadHead(db)) ?? null, checkpoint: checkpoint?.seq ?? null },
  }
}

/** Sequences ignore transactions, so they are read last and are at or after the rows. */
async function loadSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string | number }>(
    `select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows.map(({ name, value }) => ({ name, value: Number(value) }))
}
