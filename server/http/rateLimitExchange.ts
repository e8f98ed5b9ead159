import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'

const exchangeIntervalMs = 1_000
/** Callers below this share of their limit can't exceed it together with a few other replicas, so their counts stay here. */
const sharedFrom = 0.05
/** Counts that wait for this share. The oldest are dropped first. */
const maxWaiting = 5_000
/** PostgreSQL limits a notification to 8,000 bytes. A count takes about 30. */
const maxCountsPerMessage = 200

interface Waiting {
  store: string
  id: string
  calls: number
  isDue: boolean
  expiresAt: number
}
type Message = { from: string; counts: [store: string, id: string, calls: number][] }

/** A store of counts in this replica. */
interface CountStore {
  add(id: string, calls: number): void
}

/**
 * Shares the counts of rate limits between replicas: once a second, each one sends what it counted for callers with many calls. A caller can
 * exceed a limit by the calls of about a second, and by 5% of it for each further replica. Without the database, each replica counts alone.
 */
export class RateLimitExchange {
  readonly #replica = randomUUID()
  readonly #stores = new Map<string, CountStore>()
  readonly #waiting = new Map<string, Waiting>()

  register(name: string, store: CountStore): void {
    this.#stores.set(name, store)
  }

  counted(store: string, id: string, { count, max, windowMs }: { count: number; max: number; windowMs: number }): void {
    const key = `${store} ${id}`
    const known = this.#waiting.get(key)
    const isNewWindow = known === undefined || count === 1
    const waiting = isNewWindow ? { store, id, calls: 0, isDue: false, expiresAt: Date.now() + windowMs } : known
    waiting.calls += 1
    waiting.isDue ||= count >= max * sharedFrom
    if (!known && this.#waiting.size >= maxWaiting) this.#waiting.delete(this.#waiting.keys().next().value!)
    this.#waiting.set(key, waiting)
  }

  /** Adds a message of another replica. */
  receive(text: string): void {
    const { from, counts } = JSON.parse(text) as Partial<Message>
    // A newer version can send other messages.
    if (from === this.#replica || !Array.isArray(counts)) return
    for (const [store, id, calls] of counts) if (Number.isSafeInteger(calls)) this.#stores.get(store)?.add(id, calls)
  }

  /** Takes the messages that are due. */
  take(now = Date.now()): string[] {
    const due = [...this.#waiting].filter(([, { isDue }]) => isDue)
    for (const [key, { isDue, expiresAt }] of this.#waiting) if (isDue || expiresAt <= now) this.#waiting.delete(key)
    const messages: string[] = []
    for (let start = 0; start < due.length; start += maxCountsPerMessage) {
      const counts = due.slice(start, start + maxCountsPerMessage).map(([, { store, id, calls }]) => [store, id, calls] as const)
      messages.push(JSON.stringify({ from: this.#replica, counts }))
    }
    return messages
  }

  start({ db, changes }: Pick<Context, 'db' | 'changes'>): { stop(): Promise<void> } {
    const unsubscribe = changes.onMessage(rateLimitChannel, (text) => this.receive(text))
    let sending: Promise<unknown> | undefined
    const timer = setInterval(() => {
      if (sending) return
      const messages = this.take()
      if (messages.length === 0) return
      sending = sql`select pg_notify(${rateLimitChannel}, text) from unnest(${messages}::text[]) as text`
        .execute(db)
        .catch(() => {})
        .finally(() => {
          sending = undefined
        })
    }, exchangeIntervalMs)
    timer.unref()
    return {
      async stop() {
        clearInterval(timer)
        unsubscribe()
        await sending
      },
    }
  }
}

export const rateLimitChannel = 'slipway_rate_limits'
