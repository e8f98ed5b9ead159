export interface KeptAnswer<T> {
  value: T
  /** When the cloud was asked. */
  fetchedAt: Date
}

interface Entry<T> {
  /** What was told last; undefined before the first answer. */
  known?: KeptAnswer<T>
  asked?: Promise<KeptAnswer<T>> | undefined
}

/** The same when a fresh one is demanded, so that impatience does not fetch megabytes over and over. */
const demandedMs = 60_000

/**
 * Keeps answers that are large and change seldom, per set of connectors: for `ageMs`, at most `mostEntries`, the least recently asked for
 * dropped first. Callers at the same moment share one question, and where asking anew fails the old answer is given with its age.
 */
export function createKept<T>({ ageMs, mostEntries }: { ageMs: number; mostEntries: number }) {
  const all = new WeakMap<object, Map<string, Entry<T>>>()

  return async (
    clients: object,
    key: string,
    { now, refresh = false }: { now: Date; refresh?: boolean | undefined },
    find: () => Promise<T>,
  ): Promise<KeptAnswer<T>> => {
    const entries = all.get(clients) ?? new Map<string, Entry<T>>()
    all.set(clients, entries)
    const entry = entries.get(key) ?? {}
    entries.delete(key)
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= mostEntries) break
      entries.delete(oldest)
    }
    const age = entry.known ? now.getTime() - entry.known.fetchedAt.getTime() : Number.POSITIVE_INFINITY
    if (entry.known && age < (refresh ? demandedMs : ageMs)) return entry.known
    entry.asked ??= find()
      .then((value) => {
        entry.known = { value, fetchedAt: now }
        return entry.known
      })
      .finally(() => {
        entry.asked = undefined
      })
    try {
      return await entry.asked
    } catch (error) {
      if (entry.known) return entry.known
      if (entries.get(key) === entry) entries.delete(key)
      throw error
    }
  }
}
