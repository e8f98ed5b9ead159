import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import LocalStore from '@fastify/rate-limit/store/LocalStore.js'

/**
 * Tells each request its own count. The library's store answers with the count itself, which it reads one turn later: of requests that are
 * counted in the same turn (keys that are looked up together) each was told the count of the last, and some were refused before their time.
 */
export class RateLimitStore extends LocalStore {
  // The library would hand it all options as the first of them.
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
