const freshMs = 60_000
/** The same for a refresh on request, so that repeated ones don't use up the cloud's quota. */
const demandedFreshMs = 10_000
const maxEntries = 200

export interface Fresh<T> {
  value: T
  fetchedAt: Date
}

/** Cached responses per client set; the least recently used is dropped first. Concurrent callers share one request. */
const kept = new WeakMap<object, Map<string, Entry>>()

interface Entry {
  at: number
  answer: Promise<Fresh<unknown>>
}

/**
 * Returns the response cached for this key in the last minute (with `demanded`, the last ten seconds), or fetches it. Failures are not
 * cached.
 */
export async function fresh<T>(clients: object, key: string, find: () => Promise<T>, demanded = false): Promise<Fresh<T>> {
  const entries = kept.get(clients) ?? new Map<string, Entry>()
  kept.set(clients, entries)
  const known = entries.get(key)
  entries.delete(key)
  if (known && Date.now() - known.at < (demanded ? demandedFreshMs : freshMs)) {
    entries.set(key, known)
    return known.answer as Promise<Fresh<T>>
  }
  const answer = find().then((value) => ({ value, fetchedAt: new Date() }))
  const entry: Entry = { at: Date.now(), answer }
  entries.set(key, entry)
  answer.catch(() => {
    if (entries.get(key) === entry) entries.delete(key)
  })
  for (const oldest of entries.keys()) {
    if (entries.size <= maxEntries) break
    entries.delete(oldest)
  }
  return answer
}

export function forget(clients: object, keyEnd: string): void {
  const entries = kept.get(clients)
  for (const key of entries?.keys() ?? []) if (key.endsWith(keyEnd)) entries?.delete(key)
}
