import type { StuckItem } from './types.ts'

/** The server accepts at most this many runs per call. */
const batchSize = 100

/** Returns each run ID once, because several pull requests can have the same run. */
export function runBatches(items: readonly Pick<StuckItem, 'runId'>[]): string[][] {
  const runIds = [...new Set(items.flatMap(({ runId }) => runId ?? []))]
  return Array.from({ length: Math.ceil(runIds.length / batchSize) }, (_, index) =>
    runIds.slice(index * batchSize, (index + 1) * batchSize),
  )
}
