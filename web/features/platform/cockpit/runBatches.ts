import type { StuckItem } from './types.ts'

/** Largest number of runs in one call. */
const batchSize = 100

/** Returns the ids of the runs, each once, in batches for `retryWork`. Several pull requests can have the same run. */
export function runBatches(items: readonly Pick<StuckItem, 'runId'>[]): string[][] {
  const runIds = [...new Set(items.flatMap(({ runId }) => runId ?? []))]
  return Array.from({ length: Math.ceil(runIds.length / batchSize) }, (_, index) =>
    runIds.slice(index * batchSize, (index + 1) * batchSize),
  )
}
