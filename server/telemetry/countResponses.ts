import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Unknown URLs share one label, so that callers can't use up the memory. */
export function countResponses(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, response) => {
    const operation = request.routeOptions.config.operation?.id ?? (request.is404 ? 'unrouted' : 'page')
    metrics.countResponse(operation, response.statusCode, response.elapsedTime / 1_000)
  })
}
