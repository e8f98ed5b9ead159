import { appendFile, open } from 'node:fs/promises'
import type { Db } from '../db/database.ts'
import type { TrustedKey } from './auditKey.ts'
import { type Checkpoint, isSigned, parseCheckpoint } from './checkpoint.ts'
import { checkpointPages, isStillStored } from './stored.ts'

/** Reads the last checkpoint of a file, and whether a crash truncated its last line. */
export async function lastCheckpointIn(file: string): Promise<{ last: Checkpoint | undefined; isTruncated: boolean }> {
  const fileHandle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!fileHandle) return { last: undefined, isTruncated: false }
  try {
    const { size } = await fileHandle.stat()
    const length = Math.min(size, 4_096)
    const { buffer } = await fileHandle.read({ buffer: Buffer.alloc(length), position: size - length })
    const lines = buffer.toString('utf8').split('\n')
    return { last: lines.flatMap((line) => parseCheckpoint(line) ?? []).at(-1), isTruncated: lines.at(-1) !== '' && size > 0 }
  } finally {
    await fileHandle.close()
  }
}

/**
 * Appends all checkpoints since the file's last line, of any process, so that a killed process leaves no gap.
 * @returns the number of appended checkpoints
 * @throws if the file's last checkpoint no longer matches the chain; then nothing is appended
 */
export async function shipCheckpoints(db: Db, file: string, keys: readonly TrustedKey[]): Promise<number> {
  const { last, isTruncated } = await lastCheckpointIn(file)
  if (last && !(await isStillStored(db, last)))
    throw new Error(
      `The chain no longer has the hash that ${file} has for event number ${last.seq}. Run slipway audit verify with this file.`,
    )
  let shippedCount = 0
  for await (const page of checkpointPages(db, { after: last?.seq ?? 0 })) {
    const signedCheckpoints = page.filter((checkpoint) => isSigned(checkpoint, keys))
    const text = signedCheckpoints.map((checkpoint) => `${JSON.stringify(checkpoint)}\n`).join('')
    if (signedCheckpoints.length > 0) await appendFile(file, isTruncated && shippedCount === 0 ? `\n${text}` : text)
    shippedCount += signedCheckpoints.length
  }
  return shippedCount
}
