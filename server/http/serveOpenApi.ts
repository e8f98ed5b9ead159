import type { FastifyInstance } from 'fastify'
import { cachedAnswer } from './cachedAnswer.ts'

export function serveOpenApi(app: FastifyInstance): void {
  const read = () => Buffer.from(JSON.stringify(app.swagger()))
  app.get('/openapi.json', { schema: { hide: true } }, cachedAnswer('application/json; charset=utf-8', read))
}
