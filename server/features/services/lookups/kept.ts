export interface CachedAnswer<T> {
  value: T
  fetchedAt: Date
}

interface Entry<T> {
  /** The last answer; undefined before the first one. */
  known?: CachedAnswer<T>
  asked?: Promise<CachedAnswer<T>> | undefined
}

/** Minimum age for a demanded refresh, so that repeated refreshes don't fetch megabytes each time. */
const demandedMs = 60_000

/**
 * Caches large answers that rarely change, per set of clients, for `ageMs` and with at most `maxEntries` (least recently used ones are
 * dropped). Concurrent callers share one fetch. If a refresh fails, the old answer is returned with its age.
 */
export function createKept<T>({ ageMs, maxEntries }: { ageMs: number; maxEntries: number }) {
  const all = new WeakMap<object, Map<string, Entry<T>>>()

  return async (
    clients: object,
    key: string,
    { now, refresh = false }: { now: Date; refresh?: boolean | undefined },
    find: () => Promise<T>,
  ): Promise<CachedAnswer<T>> => {
    const entries = all.get(clients) ?? new Map<string, Entry<T>>()
    all.set(clients, entries)
    const entry = entries.get(key) ?? {}
    entries.delete(key)
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break
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
