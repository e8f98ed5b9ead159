import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { chunks } from '../clients/chunks.ts'
import type { Db } from '../db/database.ts'

const channel = 'slipway_changes'

/** A change of a record that screens might show. It has no content, because clients that can see the record fetch it again. */
export interface Change {
  kind: string
  id: string
  /** The people to notify. If absent, everyone signed in is notified. */
  people?: string[]
}

/** PostgreSQL limits a notification to 8,000 bytes. */
const maxPeople = 150

/** Notifies every replica when the transaction of the caller commits. */
export function publishChange(db: Db, change: Change): Promise<void> {
  return publishChanges(db, [change])
}

export async function publishChanges(db: Db, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const texts = changes.flatMap(splitByPeople).map((change) => JSON.stringify(change))
  await sql`select pg_notify(${channel}, text) from unnest(${texts}::text[]) as text`.execute(db)
}

export function publishChangeSql(change: Omit<Change, 'people'>): RawBuilder<unknown> {
  return sql`pg_notify(${channel}, ${JSON.stringify(change)})`
}

function splitByPeople(change: Change): Change[] {
  const { people } = change
  if (!people || people.length <= maxPeople) return [change]
  return chunks(people, maxPeople).map((batch) => ({ ...change, people: batch }))
}

export interface ChangeFeed {
  subscribe(listener: (change: Change) => void): () => void
  /** Listens for other messages between replicas, which aren't sent to screens. Messages are lost while the connection is lost. */
  onMessage(channel: string, listener: (text: string) => void): () => void
  close(): Promise<void>
}

/** Listens on its own connection and connects again automatically. After a gap, listeners get `{kind: 'everything'}`. */
export async function listenForChanges(databaseUrl: string): Promise<ChangeFeed> {
  const listeners = new Set<(change: Change) => void>()
  const messageListeners = new Map<string, Set<(text: string) => void>>()
  let isClosed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  // A client runs one statement at a time.
  let lastListen: Promise<unknown> = Promise.resolve()
  const publish = (change: Change) => {
    for (const listener of listeners) listener(change)
  }
  const reconnect = () => {
    clearTimeout(retry)
    if (!isClosed) retry = setTimeout(() => void connect(false), 1_000)
  }
  const connect = async (isFirstConnection: boolean): Promise<void> => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: 'slipway-changes', keepAlive: true })
    next.on('error', () => {})
    next.on('notification', ({ channel: name, payload = '{}' }) => {
      if (name === channel) publish(JSON.parse(payload) as Change)
      else for (const listener of messageListeners.get(name) ?? []) listener(payload)
    })
    next.on('end', () => {
      if (client === next) client = undefined
      reconnect()
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      // The iteration includes channels that are added meanwhile.
      for (const name of messageListeners.keys()) await next.query(`listen ${name}`)
    } catch (error) {
      await next.end().catch(() => {})
      if (isFirstConnection) throw error
      return reconnect()
    }
    client = next
    if (!isFirstConnection) publish({ kind: 'everything', id: '' })
  }
  await connect(true)
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onMessage(name, listener) {
      const channelListeners = messageListeners.getOrInsertComputed(name, () => new Set())
      channelListeners.add(listener)
      // If there is no connection now, the next connection listens.
      lastListen = lastListen.then(() => client?.query(`listen ${name}`)).catch(() => {})
      return () => channelListeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
