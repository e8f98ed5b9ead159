import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Counts every answer by its operation; addresses that lead nowhere are one, so that nobody can fill the memory with them. */
export function countAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, response) => {
    const operation = request.routeOptions.config.operation?.id ?? (request.is404 ? 'unrouted' : 'page')
    metrics.answered(operation, response.statusCode, response.elapsedTime / 1_000)
  })
}
