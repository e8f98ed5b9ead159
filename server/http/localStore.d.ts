/** The store of `@fastify/rate-limit`, which has types for its main file only. */
declare module '@fastify/rate-limit/store/LocalStore.js' {
  import type { FastifyRateLimitStore } from '@fastify/rate-limit'

  class LocalStore implements FastifyRateLimitStore {
    constructor(continueExceeding?: boolean, exponentialBackoff?: boolean, cache?: number)
    incr(...incrementArgs: Parameters<FastifyRateLimitStore['incr']>): void
    child(): FastifyRateLimitStore
  }
  export = LocalStore
}
