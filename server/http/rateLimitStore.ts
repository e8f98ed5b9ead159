import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import LocalStore from '@fastify/rate-limit/store/LocalStore.js'

/**
 * Gives each request its own count. The library's store returns a shared counter that is read a moment later. Requests that arrived at the
 * same moment all got the count of the last request, and some of them were rejected too early.
 */
export class RateLimitStore extends LocalStore {
  // The library passes all options as the first argument, so that argument is not used.
  constructor() {
    super(false)
  }
  override incr(...[key, answer, ...limit]: Parameters<FastifyRateLimitStore['incr']>): void {
    super.incr(key, (error, counter) => answer(error, counter && { ...counter }), ...limit)
  }
  override child(): RateLimitStore {
    return new RateLimitStore()
  }
}
