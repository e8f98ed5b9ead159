import { appendFile, open } from 'node:fs/promises'
import type { Db } from '../db/database.ts'
import type { TrustedKey } from './auditKey.ts'
import { type Checkpoint, isSigned, readCheckpoint } from './checkpoint.ts'
import { checkpointPages, stillHolds } from './stored.ts'

/** How a file of checkpoints ends: its last one, and whether the last line was cut by a crash. */
export async function endOf(file: string): Promise<{ last: Checkpoint | undefined; cut: boolean }> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!handle) return { last: undefined, cut: false }
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, 4_096)
    const { buffer } = await handle.read({ buffer: Buffer.alloc(length), position: size - length })
    const lines = buffer.toString('utf8').split('\n')
    return { last: lines.flatMap((line) => readCheckpoint(line) ?? []).at(-1), cut: lines.at(-1) !== '' && size > 0 }
  } finally {
    await handle.close()
  }
}

/**
 * Appends to the file what was signed since its last line, whoever signed it: a process that was killed in between leaves no hole.
 * @returns how many checkpoints were appended
 * @throws when what the file says of the chain no longer holds: then nothing is appended
 */
export async function shipCheckpoints(db: Db, file: string, keys: readonly TrustedKey[]): Promise<number> {
  const { last, cut } = await endOf(file)
  if (last && !(await stillHolds(db, last)))
    throw new Error(`The chain no longer has the hash that ${file} has for number ${last.seq}. Run slipway audit verify with this file.`)
  let shipped = 0
  for await (const page of checkpointPages(db, { after: last?.seq ?? 0 })) {
    const signed = page.filter((checkpoint) => isSigned(checkpoint, keys))
    const text = signed.map((checkpoint) => `${JSON.stringify(checkpoint)}\n`).join('')
    if (signed.length > 0) await appendFile(file, cut && shipped === 0 ? `\n${text}` : text)
    shipped += signed.length
  }
  return shipped
}
