declare module '@fastify/rate-limit/store/LocalStore.js' {
  import type { FastifyRateLimitStore } from '@fastify/rate-limit'

  interface Counter {
    current: number
    ttl: number
    iterationStartMs: number
  }
  class LocalStore implements FastifyRateLimitStore {
    constructor(continueExceeding?: boolean, exponentialBackoff?: boolean, cache?: number)
    protected readonly lru: { get(key: string): Counter | undefined; set(key: string, counter: Counter): void }
    incr(...incrementArgs: Parameters<FastifyRateLimitStore['incr']>): void
    child(routeParams: object): FastifyRateLimitStore
  }
  export = LocalStore
}
