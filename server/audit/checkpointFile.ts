import { open } from 'node:fs/promises'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'

const pageSize = 1_000

/** Yields pages of checkpoints from a file with one per line; other lines are skipped. @throws if the file can't be read */
export async function* checkpointsIn(file: string): AsyncIterable<Checkpoint[]> {
  const fileHandle = await open(file)
  try {
    let page: Checkpoint[] = []
    for await (const line of fileHandle.readLines()) {
      const checkpoint = parseCheckpoint(line)
      if (checkpoint) page.push(checkpoint)
      if (page.length < pageSize) continue
      yield page
      page = []
    }
    if (page.length > 0) yield page
  } finally {
    await fileHandle.close()
  }
}
