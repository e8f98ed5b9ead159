import { createHash } from 'node:crypto'
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import LocalStore from '@fastify/rate-limit/store/LocalStore.js'
import type { RateLimitExchange } from './rateLimitExchange.ts'

type Count = Parameters<FastifyRateLimitStore['incr']>
interface RouteParams {
  routeInfo?: { method?: string | string[]; url?: string }
}

/**
 * Gives each request its own count. The library's store returns a shared counter that is read a moment later, so simultaneous requests
 * would all get the count of the last one, and some would be rejected too early.
 */
export class RateLimitStore extends LocalStore {
  readonly #exchange: RateLimitExchange | undefined
  readonly #name: string
  #windowMs = 60_000

  /** @param name the same in all replicas */
  constructor(exchange?: RateLimitExchange, name = 'all') {
    super(false)
    this.#exchange = exchange
    this.#name = name
    exchange?.register(name, this)
  }

  /** The library creates a store from this class. Its own options are not used. */
  static sharedBy(exchange: RateLimitExchange): new () => RateLimitStore {
    return class extends RateLimitStore {
      constructor() {
        super(exchange)
      }
    }
  }

  override incr(...[key, response, windowMs = 60_000, max = 0]: Count): void {
    const id = createHash('sha256').update(key).digest('base64url').slice(0, 16)
    this.#windowMs = Number(windowMs)
    super.incr(
      id,
      (error, counter) => {
        const count = counter && { ...counter }
        if (count) this.#exchange?.counted(this.#name, id, { count: count.current, max: Number(max), windowMs: this.#windowMs })
        response(error, count)
      },
      windowMs,
      max,
    )
  }

  add(id: string, calls: number): void {
    const now = Date.now()
    const known = this.lru.get(id)
    const isAlive = known !== undefined && known.iterationStartMs + this.#windowMs > now
    if (isAlive) known.current += calls
    else this.lru.set(id, { current: calls, ttl: this.#windowMs, iterationStartMs: now })
  }

  override child(params: object = {}): RateLimitStore {
    const { routeInfo } = params as RouteParams
    return new RateLimitStore(this.#exchange, `${routeInfo?.method} ${routeInfo?.url}`)
  }
}
