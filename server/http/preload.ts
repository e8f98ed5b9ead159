import type { FastifyInstance } from 'fastify'
import { sessionCookieName } from '../auth/session.ts'
import type { Context } from '../context.ts'

/**
 * Starts the reads of operations with `preload` before the session is known, so that both take one round trip. Callers without a session
 * cookie start no reads, and no reads start while calls wait. If a read fails, the call fails only after authorization.
 */
export function preloadForSessions(app: FastifyInstance, { config, waitingCalls }: Pick<Context, 'config' | 'waitingCalls'>): void {
  app.decorateRequest('preloaded')
  app.addHook('onRequest', (request, _response, done) => {
    const { preload } = request.routeOptions.config
    if (preload && waitingCalls() === 0 && request.cookies[sessionCookieName(config.publicUrl, request.protocol)]) {
      request.preloaded = preload(request)
      request.preloaded?.catch(() => {})
    }
    done()
  })
}
