/** Lets `most` of what is handed to it go at the same time; the others wait, in the order in which they came. */
export function fewAtATime(most: number) {
  let going = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (going < most) going++
    else await new Promise<void>((resolve) => waiting.push(resolve)) // its turn is handed over below
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else going--
    }
  }
}
