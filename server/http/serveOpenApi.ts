import type { FastifyInstance } from 'fastify'
import { keptAnswer } from './keptAnswer.ts'

export function serveOpenApi(app: FastifyInstance): void {
  const read = () => Buffer.from(JSON.stringify(app.swagger()))
  app.get('/openapi.json', { schema: { hide: true } }, keptAnswer('application/json; charset=utf-8', read))
}
