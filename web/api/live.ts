import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Kind, refresh, refreshKnown } from './ask.ts'
import { getMe } from './queries.ts'

type Connection = 'live' | 'lost'
interface Change {
  kind: Kind | 'everything'
  id: string
}
/** The server first replays the changes of the last `reach` milliseconds. */
interface Recent {
  reach: number
  changes: (Change & { ago: number })[]
}

/** A blink is not worth a banner. */
const saidAfterMs = 3_000
const retryDelayMs = 5_000
/** Changes that come together are fetched together. */
const gatherMs = 40

/** Listens to what changes on the server and makes the screens that show it fetch again. A lost connection is said and heals by itself. */
export function useLiveUpdates(): Connection {
  const client = useQueryClient()
  const [connection, setConnection] = useState<Connection>('live')
  useEffect(() => listen(client, setConnection), [client])
  return connection
}

/** A hidden tab lets go of its connection, since a browser allows few to one host, and catches up when it is seen again. */
function listen(client: QueryClient, tell: (connection: Connection) => void): () => void {
  const refreshSoon = gather((change) => void refresh(client, change.kind, change.id))
  let source: EventSource | undefined
  let lost: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  /** The browser's own word. A connection that was being made when it came may still open, and be dead. */
  let cut = false
  /** All answers are younger than this moment (the page itself at first); once a connection was there and went, nobody knows what was missed. */
  let missedSince: number | undefined = 0

  const miss = () => {
    lost ??= setTimeout(() => tell('lost'), saidAfterMs)
  }
  const forgive = () => {
    clearTimeout(lost)
    lost = undefined
  }
  const letGo = () => {
    clearTimeout(again)
    source?.close()
    source = undefined
  }
  /** Reconnects without resetting how long the connection has been lost. */
  const open = () => {
    letGo()
    if (document.hidden) return
    if (cut) return miss()
    const opened = new EventSource('/events')
    source = opened
    opened.onopen = () => {
      forgive()
      tell('live')
      // Cached answers can have changed while the connection was lost.
      if (missedSince === undefined) refreshKnown(client)
    }
    opened.addEventListener('recent', (message) => {
      if (missedSince === undefined) return
      const { reach, changes } = JSON.parse(String(message.data)) as Recent
      const now = performance.now()
      if (now - reach > missedSince) refreshKnown(client)
      else for (const { ago, ...change } of changes) if (now - ago >= missedSince) refreshSoon(change)
      missedSince = undefined
    })
    opened.onmessage = (message) => refreshSoon(JSON.parse(String(message.data)) as Change)
    opened.onerror = () => {
      miss()
      if (opened.readyState !== EventSource.CLOSED) return // it tries again by itself
      // Refused rather than cut off: perhaps nobody is signed in any more.
      void client.invalidateQueries({ queryKey: getMe().queryKey })
      clearTimeout(again)
      again = setTimeout(open, retryDelayMs)
    }
  }
  const close = () => {
    letGo()
    forgive()
  }
  const onVisible = () => (document.hidden ? close() : open())
  // A broken connection is noticed late; the browser's own offline event is quicker.
  const onLine = ({ type }: Event) => {
    cut = type === 'offline'
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
    close()
  }
}

function gather(tell: (change: Change) => void): (change: Change) => void {
  const waiting = new Map<string, Change>()
  return (change) => {
    if (waiting.size === 0) {
      setTimeout(() => {
        const changes = [...waiting.values()]
        waiting.clear()
        for (const one of changes) tell(one)
      }, gatherMs)
    }
    waiting.set(`${change.kind} ${change.id}`, change)
  }
}
