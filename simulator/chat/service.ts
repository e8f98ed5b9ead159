import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { validateSlackMessage, validateTeamsMessage } from './messageRules.ts'

interface StoredPost {
  number: number
  path: string
  headers: Record<string, string>
  body: string
  at: string
}

const max = 500
const posts = (sim: Simulator) => sim.state.collection<StoredPost>('posts')

export const listPosts = (sim: Simulator): StoredPost[] => posts(sim).values()

export function registerChat(app: FastifyInstance, sim: Simulator): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const keep = (path: string, headers: Record<string, unknown>, body: string) =>
    sim.state.atomically(() => {
      const stored = listPosts(sim)
      const number = (stored.at(-1)?.number ?? 0) + 1
      const visible = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      posts(sim).set(idOf(number), { number, path, headers: visible, body, at: sim.clock.now().toISOString() })
      if (stored.length >= max) posts(sim).delete(idOf(stored[0]!.number))
    })

  app.post<{ Body: string }>('/services/:team/:hook/:token', (request, reply) => {
    const problem = validateSlackMessage(request.body)
    if (problem) return reply.code(400).type('text/html').send(problem)
    keep(request.url, request.headers, request.body)
    return reply.type('text/html').send('ok')
  })

  app.post<{ Body: string }>('/workflows/:id/triggers/manual/paths/invoke', (request, reply) => {
    const problem = validateTeamsMessage(request.body)
    if (problem) return reply.code(400).send({ error: { code: 'TriggerInputSchemaMismatch', message: problem } })
    keep(request.url, request.headers, request.body)
    return reply.code(202).send()
  })

  app.post<{ Body: string }>('/receivers/:name', (request, reply) => {
    keep(request.url, request.headers, request.body)
    return reply.code(204).send()
  })
}

const idOf = (number: number) => String(number).padStart(8, '0')
