interface CachedResponse<T> {
  value: T
  fetchedAt: Date
}

interface CacheEntry<T> {
  known?: CachedResponse<T>
  pending?: Promise<CachedResponse<T>> | undefined
}

/** A refresh on request uses a cached response that is younger than this, so that repeated refreshes don't fetch megabytes each time. */
const refreshTtlMs = 60_000

/**
 * Caches large responses that rarely change. Each set of clients has its own cache of at most `maxEntries` responses, which are valid for
 * `ageMs`; the least recently used response is dropped first. Concurrent callers share one fetch. If a refresh fails, the old response is
 * returned with its age.
 */
export function createCache<T>({ ageMs, maxEntries }: { ageMs: number; maxEntries: number }) {
  const cachesByClient = new WeakMap<object, Map<string, CacheEntry<T>>>()

  return async (
    clients: object,
    key: string,
    { now, refresh = false }: { now: Date; refresh?: boolean | undefined },
    fetchValue: () => Promise<T>,
  ): Promise<CachedResponse<T>> => {
    const entries = cachesByClient.get(clients) ?? new Map<string, CacheEntry<T>>()
    cachesByClient.set(clients, entries)
    const entry = entries.get(key) ?? {}
    entries.delete(key)
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break
      entries.delete(oldest)
    }
    const age = entry.known ? now.getTime() - entry.known.fetchedAt.getTime() : Number.POSITIVE_INFINITY
    if (entry.known && age < (refresh ? refreshTtlMs : ageMs)) return entry.known
    entry.pending ??= fetchValue()
      .then((value) => {
        entry.known = { value, fetchedAt: now }
        return entry.known
      })
      .finally(() => {
        entry.pending = undefined
      })
    try {
      return await entry.pending
    } catch (error) {
      if (entry.known) return entry.known
      if (entries.get(key) === entry) entries.delete(key)
      throw error
    }
  }
}
