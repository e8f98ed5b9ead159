export interface SeededRandom {
  /** Returns a number in [0, 1). */
  next(): number
  /** Returns a whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  sample<T>(items: readonly T[], count: number): T[]
}

/** Uses mulberry32, seeded by the FNV-1a hash of `seed`. One seed per subject keeps subjects independent of each other. */
export function seededRandom(seed: string): SeededRandom {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 0x01000193)

  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const shuffle = <T>(items: readonly T[]): T[] => {
    const shuffled = [...items]
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = int(0, i)
      const swapped = shuffled[i]!
      shuffled[i] = shuffled[j]!
      shuffled[j] = swapped
    }
    return shuffled
  }
  const sample = <T>(items: readonly T[], count: number): T[] => {
    if (count > items.length / 4) return shuffle(items).slice(0, count)
    const selected = new Set<number>()
    while (selected.size < count) selected.add(int(0, items.length - 1))
    return Array.from(selected, (index) => items[index]!)
  }

  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)]!,
    sample,
  }
}
