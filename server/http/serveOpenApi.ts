import type { FastifyInstance } from 'fastify'
import { keptAnswer } from './keptAnswer.ts'

/** Serves the contract at `/openapi.json`, built at the first request. */
export function serveOpenApi(app: FastifyInstance): void {
  const read = () => Buffer.from(JSON.stringify(app.swagger()))
  app.get('/openapi.json', { schema: { hide: true } }, keptAnswer('application/json; charset=utf-8', read))
}
