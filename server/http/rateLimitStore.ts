import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import LocalStore from '@fastify/rate-limit/store/LocalStore.js'

/**
 * Gives each request its own count. The library's store returns the shared counter, which is read one turn later: requests counted in the
 * same turn all got the count of the last one, and some were rejected too early.
 */
export class RateLimitStore extends LocalStore {
  // The library would pass all options as the first argument.
  constructor() {
    super(false)
  }
  override incr(...[key, answer, ...limit]: Parameters<FastifyRateLimitStore['incr']>): void {
    super.incr(key, (error, counted) => answer(error, counted && { ...counted }), ...limit)
  }
  override child(): RateLimitStore {
    return new RateLimitStore()
  }
}
