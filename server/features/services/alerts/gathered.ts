import pg from 'pg'

interface Waiting<K, T> {
  item: K
  resolve(value: T): void
  reject(error: unknown): void
}

/**
 * Batches calls that arrive while an earlier batch is in progress, so that an alert storm costs a few statements instead of one per alert. A
 * batch starts after its calls have arrived, so its reads are never older than the call.
 * @param work returns results in the order of the items
 * @param most maximum weight of a batch; a single item can exceed it
 */
export function gathered<K, T>(
  work: (items: K[]) => Promise<T[]>,
  { max, weigh = () => 1 }: { max: number; weigh?: (item: K) => number },
): (item: K) => Promise<T> {
  const waiting: Waiting<K, T>[] = []
  let busy = false

  function next(): Waiting<K, T>[] {
    const [first, ...more] = waiting
    let room = max - weigh(first!.item)
    const end = more.findIndex(({ item }) => {
      room -= weigh(item)
      return room < 0
    })
    return waiting.splice(0, end === -1 ? waiting.length : end + 1)
  }

  async function resolve(some: Waiting<K, T>[]): Promise<void> {
    try {
      const answers = await work(some.map(({ item }) => item))
      some.forEach(({ resolve }, place) => void resolve(answers[place]!))
    } catch (error) {
      // After a database error the items are retried one by one, because a single bad item must not fail the others. Without an answer that is pointless.
      if (some.length > 1 && error instanceof pg.DatabaseError) await Promise.all(some.map((each) => resolve([each])))
      else for (const { reject } of some) reject(error)
    }
  }

  async function carryOn(): Promise<void> {
    if (busy) return
    busy = true
    while (waiting.length > 0) await resolve(next())
    busy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      void carryOn()
    })
}
