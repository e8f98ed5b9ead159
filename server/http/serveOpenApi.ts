import type { FastifyInstance } from 'fastify'
import { cachedAnswer } from './cachedAnswer.ts'

export function serveOpenApi(app: FastifyInstance): void {
  const readContent = () => Buffer.from(JSON.stringify(app.swagger()))
  app.get('/openapi.json', { schema: { hide: true } }, cachedAnswer('application/json; charset=utf-8', readContent))
}
