import pg from 'pg'

interface WaitingItem<K, T> {
  item: K
  resolve(value: T): void
  reject(error: unknown): void
}

/**
 * Batches calls that arrive while an earlier batch is in progress, so that many simultaneous alerts need a few statements instead of one
 * per alert. A batch starts after its calls have arrived, so its reads are never older than the call.
 * @param callback returns results in the order of the items
 * @param max largest weight of a batch; a single item can exceed it
 */
export function batchCalls<K, T>(
  callback: (items: K[]) => Promise<T[]>,
  { max, weightOf = () => 1 }: { max: number; weightOf?: (item: K) => number },
): (item: K) => Promise<T> {
  const waitingItems: WaitingItem<K, T>[] = []
  let isBusy = false

  function takeBatch(): WaitingItem<K, T>[] {
    const [firstWaiting, ...remaining] = waitingItems
    let remainingWeight = max - weightOf(firstWaiting!.item)
    const batchLength = remaining.findIndex(({ item }) => {
      remainingWeight -= weightOf(item)
      return remainingWeight < 0
    })
    return waitingItems.splice(0, batchLength === -1 ? waitingItems.length : batchLength + 1)
  }

  async function resolve(batch: WaitingItem<K, T>[]): Promise<void> {
    try {
      const results = await callback(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => void resolve(results[index]!))
    } catch (error) {
      // After a database error, the items are retried one by one, because a single bad item must not fail the others. If the database
      // doesn't respond at all, a retry would fail too.
      if (batch.length > 1 && error instanceof pg.DatabaseError) await Promise.all(batch.map((each) => resolve([each])))
      else for (const { reject } of batch) reject(error)
    }
  }

  async function resolveNext(): Promise<void> {
    if (isBusy) return
    isBusy = true
    while (waitingItems.length > 0) await resolve(takeBatch())
    isBusy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waitingItems.push({ item, resolve, reject })
      void resolveNext()
    })
}
