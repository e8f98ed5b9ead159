const cacheTtlMs = 60_000
/**
 * Age up to which a cached response is returned even for a refresh on request, so that repeated refreshes don't use up the quota of the
 * cloud.
 */
const refreshTtlMs = 10_000
const maxEntries = 200

export interface CachedValue<T> {
  value: T
  fetchedAt: Date
}

/** Cached responses per client set. The least recently used response is dropped first, and concurrent callers share one request. */
const caches = new WeakMap<object, Map<string, CacheEntry>>()

interface CacheEntry {
  at: number
  answer: Promise<CachedValue<unknown>>
}

/**
 * Returns the response cached for this key in the last minute (with `forceRefresh`, the last ten seconds), or fetches it. Failures are
 * not cached.
 */
export async function cached<T>(clients: object, key: string, fetchValue: () => Promise<T>, forceRefresh = false): Promise<CachedValue<T>> {
  const entries = caches.get(clients) ?? new Map<string, CacheEntry>()
  caches.set(clients, entries)
  const cachedEntry = entries.get(key)
  entries.delete(key)
  if (cachedEntry && Date.now() - cachedEntry.at < (forceRefresh ? refreshTtlMs : cacheTtlMs)) {
    entries.set(key, cachedEntry)
    return cachedEntry.answer as Promise<CachedValue<T>>
  }
  const response = fetchValue().then((value) => ({ value, fetchedAt: new Date() }))
  const entry: CacheEntry = { at: Date.now(), answer: response }
  entries.set(key, entry)
  response.catch(() => {
    if (entries.get(key) === entry) entries.delete(key)
  })
  for (const oldest of entries.keys()) {
    if (entries.size <= maxEntries) break
    entries.delete(oldest)
  }
  return response
}

export function invalidate(clients: object, keyEnd: string): void {
  const entries = caches.get(clients)
  for (const key of entries?.keys() ?? []) if (key.endsWith(keyEnd)) entries?.delete(key)
}
