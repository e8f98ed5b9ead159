import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Kind, refresh } from './ask.ts'
import { getMe } from './queries.ts'

type Connection = 'live' | 'lost'
interface Change {
  kind: Kind | 'everything'
  id: string
}

/** A blink is not worth a banner. */
const saidAfterMs = 3_000
const againMs = 5_000
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

  const miss = () => {
    lost ??= setTimeout(() => tell('lost'), saidAfterMs)
  }
  const close = () => {
    clearTimeout(lost)
    clearTimeout(again)
    lost = undefined
    source?.close()
    source = undefined
  }
  const open = () => {
    close()
    if (document.hidden) return
    const opened = new EventSource('/events')
    source = opened
    opened.onopen = () => {
      clearTimeout(lost)
      lost = undefined
      tell('live')
      // What was answered before may have changed unheard.
      const now = Date.now()
      void client.invalidateQueries({ predicate: ({ meta, state }) => !!meta?.kinds?.length && state.dataUpdatedAt < now })
    }
    opened.onmessage = (message) => refreshSoon(JSON.parse(String(message.data)) as Change)
    opened.onerror = () => {
      miss()
      if (opened.readyState !== EventSource.CLOSED) return // it tries again by itself
      // Refused rather than cut off: perhaps nobody is signed in any more.
      void client.invalidateQueries({ queryKey: getMe().queryKey })
      clearTimeout(again)
      again = setTimeout(reopen, againMs)
    }
  }
  /** Opens anew without forgetting for how long it has been lost. */
  const reopen = () => {
    const since = lost
    lost = undefined
    open()
    lost = since
  }
  const onVisible = () => (document.hidden ? close() : open())
  document.addEventListener('visibilitychange', onVisible)
  // A cut line is noticed late, the browser's own word is quicker.
  window.addEventListener('offline', miss)
  window.addEventListener('online', reopen)
  open()
  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('offline', miss)
    window.removeEventListener('online', reopen)
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
