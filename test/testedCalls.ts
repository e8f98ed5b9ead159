import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { operations } from '../server/operations.ts'

export function recordTestedCalls(app: FastifyInstance, dir: string): void {
  const file = path.join(dir, randomUUID())
  const visited = new Set<string>()
  app.addHook('onResponse', async ({ routeOptions }, { statusCode }) => {
    const id = routeOptions.config.operation?.id
    if (id === undefined || statusCode >= 300 || visited.has(id)) return
    visited.add(id)
    mkdirSync(dir, { recursive: true })
    appendFileSync(file, `${id}\n`)
  })
}

export function listUntestedCalls(dir: string): string[] {
  const files = existsSync(dir) ? readdirSync(dir).filter((name) => !name.includes('.')) : []
  const response = new Set(files.flatMap((name) => readFileSync(path.join(dir, name), 'utf8').split('\n')))
  return operations.map(({ id }) => id).filter((id) => !response.has(id))
}
