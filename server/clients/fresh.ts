/** How long an answer of the cloud is given again, in milliseconds. */
const freshMs = 60_000
/** The same when a fresh one is demanded, so that impatience does not use up the cloud's quota. */
const demandedFreshMs = 10_000
const maxEntries = 200

export interface Fresh<T> {
  value: T
  /** When the cloud was asked. */
  fetchedAt: Date
}

/** Answers of the cloud per client set, the least recently asked for dropped first. Callers at the same moment share one question. */
const kept = new WeakMap<object, Map<string, Entry>>()

interface Entry {
  at: number
  answer: Promise<Fresh<unknown>>
}

/** What was found under this key in the last minute (with `demanded` in the last ten seconds), or what `find` finds now. Failures are not kept. */
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

/** Drops what was found under keys that end so: it was changed, and the next one to ask is told anew. */
export function forget(clients: object, keyEnd: string): void {
  const entries = kept.get(clients)
  for (const key of entries?.keys() ?? []) if (key.endsWith(keyEnd)) entries?.delete(key)
}
