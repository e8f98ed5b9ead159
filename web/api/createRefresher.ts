import type { Query, QueryClient } from '@tanstack/react-query'
import { isAffectedBy, type Kind, refresh } from './queryCall.ts'

const pausePerTabMs = 20
const maxPauseMs = 30_000

/**
 * Refetches what a change affects. Queries on every screen run in all open tabs, so each tab repeats them at most once in a pause that grows
 * with the number of tabs, at a random time. A few tabs have almost no pause.
 */
export function createRefresher(client: QueryClient) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  let pauseMs = 0
  const isDelayed = (query: Query) => pauseMs > 0 && query.meta?.isOnEveryScreen === true

  function refetchLater({ queryHash, queryKey, state }: Query): void {
    if (timers.has(queryHash)) return
    const waitMs = Math.max(state.dataUpdatedAt + pauseMs - Date.now(), Math.random() * pauseMs)
    const refetch = () => {
      timers.delete(queryHash)
      void client.invalidateQueries({ queryKey, exact: true })
    }
    timers.set(queryHash, setTimeout(refetch, waitMs))
  }

  return {
    setTabs(tabs: number): void {
      pauseMs = Math.min(maxPauseMs, Math.max(0, tabs - 1) * pausePerTabMs)
    },
    refresh(kind: Kind | 'everything', id: string): void {
      void refresh(client, kind, id, isDelayed)
      for (const query of client.getQueryCache().getAll()) if (isDelayed(query) && isAffectedBy(query, kind, id)) refetchLater(query)
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
