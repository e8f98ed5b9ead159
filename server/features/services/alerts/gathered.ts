import pg from 'pg'

interface Waiting<K, T> {
  item: K
  resolve(value: T): void
  reject(error: unknown): void
}

/**
 * Does for many at once what comes while the same is under way for others: a storm then costs a few statements and not one for each. Each is
 * begun after it has come, so what it finds is never older than the wish.
 * @param work answers in the order of what it is given
 * @param most that is done at once, by weight; a single one may weigh more
 */
export function gathered<K, T>(
  work: (items: K[]) => Promise<T[]>,
  { most, weigh = () => 1 }: { most: number; weigh?: (item: K) => number },
): (item: K) => Promise<T> {
  const waiting: Waiting<K, T>[] = []
  let busy = false

  function next(): Waiting<K, T>[] {
    const [first, ...more] = waiting
    let room = most - weigh(first!.item)
    const end = more.findIndex(({ item }) => {
      room -= weigh(item)
      return room < 0
    })
    return waiting.splice(0, end === -1 ? waiting.length : end + 1)
  }

  async function settle(some: Waiting<K, T>[]): Promise<void> {
    try {
      const answers = await work(some.map(({ item }) => item))
      some.forEach(({ resolve }, place) => void resolve(answers[place]!))
    } catch (error) {
      // One that the database refuses must not keep the others from it; one that does not answer would not answer each of them either.
      if (some.length > 1 && error instanceof pg.DatabaseError) await Promise.all(some.map((each) => settle([each])))
      else for (const { reject } of some) reject(error)
    }
  }

  async function carryOn(): Promise<void> {
    if (busy) return
    busy = true
    while (waiting.length > 0) await settle(next())
    busy = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      void carryOn()
    })
}
