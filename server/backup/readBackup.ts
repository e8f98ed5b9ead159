import { createHash } from 'node:crypto'
import type { KeySettings } from '../auth/keyFingerprints.ts'
import { BackupError } from './backupError.ts'
import { type Frame, frameTypes, readFrames } from './frames.ts'
import type { TableColumns } from './loadTableColumns.ts'
import { type BackupTable, type Manifest, parseManifest } from './manifest.ts'

export const moreData = 'The backup has more data after its signature.'

/**
 * Reads the whole file and compares it with its signed manifest.
 * @throws BackupError if it is truncated, damaged or altered
 */
export async function checkBackup(file: string, keys: KeySettings): Promise<Manifest> {
  const found: Omit<BackupTable, 'rows'>[] = []
  let text: Buffer | undefined
  let signature: Buffer | undefined
  let table: (TableColumns & { hash: ReturnType<typeof createHash> }) | undefined
  const endTable = () => {
    if (table) found.push({ name: table.name, columns: table.columns, sha256: table.hash.digest('hex') })
    table = undefined
  }
  for await (const { type, content } of readFrames(file)) {
    if (signature) throw new BackupError(moreData)
    if (type === frameTypes.table) {
      endTable()
      table = { ...(JSON.parse(content.toString()) as TableColumns), hash: createHash('sha256') }
    } else if (type === frameTypes.rows && table) table.hash.update(content)
    else if (type === frameTypes.manifest) {
      endTable()
      text = content
    } else if (type === frameTypes.signature && text) signature = content
    else throw new BackupError('The backup is damaged: its parts are not in order.')
  }
  if (!text || !signature) throw new BackupError(`${file} is truncated: it has no signed manifest.`)
  const manifest = parseManifest(text.toString(), signature, keys)
  const expected = manifest.tables.map(({ rows: _, ...rest }) => rest)
  for (const [n, { name }] of expected.entries())
    if (JSON.stringify(found[n]) !== JSON.stringify(expected[n]))
      throw new BackupError(
        `The table ${name} in the backup doesn’t match its checksum in the manifest. The backup was damaged or altered.`,
      )
  if (found.length !== expected.length) throw new BackupError('The tables in the backup differ from its manifest.')
  return manifest
}

/** Yields the tables in turn. The rows of each table must be read before the next table. */
export async function* readTableRows(file: string): AsyncGenerator<{ name: string; rows: AsyncGenerator<Buffer> }> {
  const frames = readFrames(file)
  let frame = await nextFrame(frames)
  async function* rows(): AsyncGenerator<Buffer> {
    for (frame = await nextFrame(frames); frame?.type === frameTypes.rows; frame = await nextFrame(frames)) yield frame.content
  }
  while (frame?.type === frameTypes.table) {
    const { name } = JSON.parse(frame.content.toString()) as TableColumns
    yield { name, rows: rows() }
  }
  await frames.return(undefined)
}

async function nextFrame(frames: AsyncGenerator<Frame>): Promise<Frame | undefined> {
  const { value, done } = await frames.next()
  return done ? undefined : value
}
