import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Counts responses by operation. Unknown URLs share one label, so that callers can't use up the memory. */
export function countAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, response) => {
    const operation = request.routeOptions.config.operation?.id ?? (request.is404 ? 'unrouted' : 'page')
    metrics.answered(operation, response.statusCode, response.elapsedTime / 1_000)
  })
}
