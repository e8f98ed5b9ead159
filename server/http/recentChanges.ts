import type { Change } from '../workflows/changes.ts'

export interface RecentChanges {
  /** Milliseconds back for which the changes are complete. */
  reach: number
  changes: { kind: string; id: string; ago: number }[]
}

/** Keeps the changes of the last minute, for screens that loaded before they were connected. */
export function keepRecentChanges({ max = 200, forMs = 60_000, now = () => performance.now() } = {}) {
  const kept = new Map<string, { change: Change; at: number }>()
  let completeSince = now()
  return {
    keep(change: Change): void {
      const key = JSON.stringify(change)
      kept.delete(key) // the last time counts and comes last
      kept.set(key, { change, at: now() })
      if (kept.size <= max) return
      const [oldest, { at }] = kept.entries().next().value!
      kept.delete(oldest)
      completeSince = at
    },
    changesFor(person: string): RecentChanges {
      const at = now()
      const from = Math.max(completeSince, at - forMs)
      const visible = [...kept.values()].filter((one) => one.at >= from && (!one.change.people || one.change.people.includes(person)))
      return { reach: at - from, changes: visible.map(({ change: { kind, id }, at: then }) => ({ kind, id, ago: at - then })) }
    },
  }
}
