import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { reportOutages } from '../db/reportOutages.ts'
import type { FailureLog } from '../telemetry/countFailures.ts'

const exchangeIntervalMs = 1_000
/** Callers below this share of their limit can't exceed it even on a few replicas together, so their counts are not shared. */
const sharedFrom = 0.05
/** Limit on the callers whose counts have not reached this share. The oldest are dropped first. */
const maxWaiting = 5_000
/** PostgreSQL limits a notification to 8,000 bytes (postgresql.org/docs/current/sql-notify.html). */
const maxMessageBytes = 7_900

interface WaitingCall {
  store: string
  id: string
  calls: number
  isDue: boolean
  expiresAt: number
}
type Count = readonly [store: string, id: string, calls: number]
type Message = { from: string; counts: readonly Count[] }

interface CountStore {
  add(id: string, calls: number): void
}

/**
 * Shares the counts of rate limits between replicas: once a second, each one sends what it counted for callers with many calls. A caller
 * can exceed a limit by the calls of about a second, and by 5% of the limit for each additional replica. Without the database, each replica
 * counts separately.
 */
export class RateLimitExchange {
  readonly #replica = randomUUID()
  readonly #stores = new Map<string, CountStore>()
  readonly #waiting = new Map<string, WaitingCall>()

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

  /** Adds the counts in a message of another replica. Unknown messages are ignored, because a newer version can send them. */
  receive(text: string): void {
    const message = parseMessage(text)
    if (!message || message.from === this.#replica) return
    for (const [store, id, calls] of message.counts) this.#stores.get(store)?.add(id, calls)
  }

  take(now = Date.now()): string[] {
    const due = [...this.#waiting.values()].filter(({ isDue }) => isDue)
    for (const [key, { isDue, expiresAt }] of this.#waiting) if (isDue || expiresAt <= now) this.#waiting.delete(key)
    const messageOf = (counts: readonly Count[]) => JSON.stringify({ from: this.#replica, counts } satisfies Message)
    const emptyBytes = messageOf([]).length
    const messages: Count[][] = []
    let freeBytes = 0
    for (const { store, id, calls } of due) {
      const count: Count = [store, id, calls]
      const bytes = Buffer.byteLength(JSON.stringify(count)) + 1
      if (bytes > freeBytes) {
        messages.push([])
        freeBytes = maxMessageBytes - emptyBytes
      }
      messages.at(-1)!.push(count)
      freeBytes -= bytes
    }
    return messages.map(messageOf)
  }

  start({ db, changes }: Pick<Context, 'db' | 'changes'>, log: FailureLog): { stop(): Promise<void> } {
    const outages = reportOutages(log, { component: 'rate limits', text: 'couldn’t share the counts of rate limits' })
    const unsubscribe = changes.onMessage(rateLimitChannel, (text) => this.receive(text))
    let sending: Promise<unknown> | undefined
    const timer = setInterval(() => {
      if (sending) return
      const messages = this.take()
      if (messages.length === 0) return
      sending = sql`select pg_notify(${rateLimitChannel}, text) from unnest(${messages}::text[]) as text`
        .execute(db)
        .then(outages.worked, outages.failed)
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

function parseMessage(text: string): Message | undefined {
  try {
    const message = JSON.parse(text) as Partial<Message> | null
    const isMessage = typeof message?.from === 'string' && Array.isArray(message.counts) && message.counts.every(isCount)
    return isMessage ? (message as Message) : undefined
  } catch {
    return undefined
  }
}

function isCount(count: unknown): count is Count {
  if (!Array.isArray(count)) return false
  const [store, id, calls] = count as unknown[]
  return typeof store === 'string' && typeof id === 'string' && Number.isSafeInteger(calls) && Number(calls) > 0
}

const rateLimitChannel = 'slipway_rate_limits'
