import type { FastifyInstance } from 'fastify'
import { serveCached } from './serveCached.ts'

export function serveOpenApi(app: FastifyInstance): void {
  const readContent = () => Buffer.from(JSON.stringify(app.swagger()))
  app.get('/openapi.json', { schema: { hide: true } }, serveCached('application/json; charset=utf-8', readContent))
}
