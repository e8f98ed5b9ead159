import type { Change } from '../workflows/changes.ts'

interface RecentChanges {
  /** Number of milliseconds for which past changes are complete. */
  reach: number
  changes: { kind: string; id: string; ago: number }[]
}

/** Keeps the changes of the last minute for screens that loaded their data before they were connected. */
export function createRecentChanges({ max = 200, forMs = 60_000, now = () => performance.now() } = {}) {
  const recentByKey = new Map<string, { change: Change; at: number }>()
  let completeSince = now()
  return {
    keep(change: Change): void {
      const key = JSON.stringify(change)
      recentByKey.delete(key) // A repeated change moves to the end with its new time.
      recentByKey.set(key, { change, at: now() })
      if (recentByKey.size <= max) return
      const [oldest, { at }] = recentByKey.entries().next().value!
      recentByKey.delete(oldest)
      completeSince = at
    },
    changesFor(person: string): RecentChanges {
      const at = now()
      const from = Math.max(completeSince, at - forMs)
      const visibleChanges = [...recentByKey.values()].filter(
        (recentChange) => recentChange.at >= from && (!recentChange.change.people || recentChange.change.people.includes(person)),
      )
      return {
        reach: at - from,
        changes: visibleChanges.map(({ change: { kind, id }, at: changedAt }) => ({ kind, id, ago: at - changedAt })),
      }
    },
  }
}
