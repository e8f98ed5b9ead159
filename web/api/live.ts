import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createRefresher } from './createRefresher.ts'
import { getMe } from './queries.ts'
import { type Kind, refreshCached } from './queryCall.ts'

type Connection = 'live' | 'lost'
interface Change {
  kind: Kind | 'everything'
  id: string
}
/** The first message of a connection: the changes of the last `reach` milliseconds, `ago` milliseconds old. */
interface RecentChanges {
  reach: number
  /** Open tabs of all people at this replica. */
  tabs: number
  changes: (Change & { ago: number })[]
}

const reportDelayMs = 3_000
const retryDelayMs = 5_000
/** Changes that arrive together cause one refetch. */
const batchWindowMs = 40

/**
 * Listens to the server's change events and refetches the screens that show them. A lost connection is reported and reconnects
 * automatically.
 */
export function useLiveUpdates(): Connection {
  const client = useQueryClient()
  const [connection, setConnection] = useState<Connection>('live')
  useEffect(() => listen(client, setConnection), [client])
  return connection
}

/** A hidden tab closes its connection, because browsers limit connections per host. It catches up when it is visible again. */
function listen(client: QueryClient, onConnection: (connection: Connection) => void): () => void {
  const refresher = createRefresher(client)
  const refreshSoon = batchChanges(({ kind, id }) => refresher.refresh(kind, id))
  let source: EventSource | undefined
  let lostTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  /** Set by the browser's offline event, because a connection that opens at that moment can be dead. */
  let isDisconnected = false
  /** The time, in milliseconds since the page load, from which changes might have been missed. Undefined if none were missed. */
  let missedSince: number | undefined = 0

  const markMissed = () => {
    lostTimer ??= setTimeout(() => onConnection('lost'), reportDelayMs)
  }
  const resetFailures = () => {
    clearTimeout(lostTimer)
    lostTimer = undefined
  }
  const closeStream = () => {
    clearTimeout(retryTimer)
    source?.close()
    source = undefined
  }
  /** Reconnects without resetting how long the connection has been lost. */
  const open = () => {
    closeStream()
    if (document.hidden) return
    if (isDisconnected) return markMissed()
    const eventSource = new EventSource('/events')
    source = eventSource
    eventSource.onopen = () => {
      resetFailures()
      onConnection('live')
      // Data might have changed while the connection was lost.
      if (missedSince === undefined) refreshCached(client)
    }
    eventSource.addEventListener('recent', (message) => {
      const { reach, changes, tabs } = JSON.parse(String(message.data)) as RecentChanges
      refresher.setTabs(tabs)
      if (missedSince === undefined) return
      const now = performance.now()
      if (now - reach > missedSince) refreshCached(client)
      else for (const { ago, ...change } of changes) if (now - ago >= missedSince) refreshSoon(change)
      missedSince = undefined
    })
    eventSource.onmessage = (message) => refreshSoon(JSON.parse(String(message.data)) as Change)
    eventSource.onerror = () => {
      markMissed()
      if (eventSource.readyState !== EventSource.CLOSED) return // The browser reconnects automatically.
      void client.invalidateQueries({ queryKey: getMe().queryKey })
      clearTimeout(retryTimer)
      retryTimer = setTimeout(open, retryDelayMs)
    }
  }
  const close = () => {
    closeStream()
    resetFailures()
  }
  const onVisible = () => (document.hidden ? close() : open())
  // A broken connection is detected late; the browser's offline event is faster.
  const onLine = ({ type }: Event) => {
    isDisconnected = type === 'offline'
    open()
  }
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('offline', onLine)
  window.addEventListener('online', onLine)
  open()
  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('offline', onLine)
    window.removeEventListener('online', onLine)
    refresher.stop()
    close()
  }
}

function batchChanges(onConnection: (change: Change) => void): (change: Change) => void {
  const waiting = new Map<string, Change>()
  return (change) => {
    if (waiting.size === 0) {
      setTimeout(() => {
        const changes = [...waiting.values()]
        waiting.clear()
        for (const item of changes) onConnection(item)
      }, batchWindowMs)
    }
    waiting.set(`${change.kind} ${change.id}`, change)
  }
}
