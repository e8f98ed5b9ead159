/** What `@fastify/rate-limit` counts with; it has types for none of its files but the first. */
declare module '@fastify/rate-limit/store/LocalStore.js' {
  import type { FastifyRateLimitStore } from '@fastify/rate-limit'

  class LocalStore implements FastifyRateLimitStore {
    constructor(continueExceeding?: boolean, exponentialBackoff?: boolean, cache?: number)
    incr(...counted: Parameters<FastifyRateLimitStore['incr']>): void
    child(): FastifyRateLimitStore
  }
  export = LocalStore
}
