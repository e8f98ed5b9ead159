import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Person } from '../auth/actor.ts'
import { endedCredentials } from '../auth/endedCredentials.ts'
import type { Context } from '../context.ts'
import { Failure } from '../errors.ts'
import { keepRecentChanges } from './recentChanges.ts'

const heartbeatMs = 20_000
const maxConnectionsPerPerson = 12
const maxBufferedBytes = 262_144

/** A client that doesn't read is disconnected; it reconnects and gets the changes of the last minute. */
function send(reply: FastifyReply, text: string): void {
  if (reply.raw.writableLength > maxBufferedBytes) reply.raw.destroy()
  else reply.raw.write(text)
}

/**
 * Handles `GET /events`: server-sent events name changed records, so that open screens fetch them again. Recent changes come first
 * (`recent`).
 */
export function registerLiveUpdates(app: FastifyInstance, context: Context): void {
  const open = new Map<string, Set<FastifyReply>>()
  const callers = new WeakMap<FastifyReply, Person>()
  const recent = keepRecentChanges()
  const everyone = () => [...open.values()].flatMap((replies) => [...replies])
  const unsubscribe = context.changes.subscribe((change) => {
    const { people, ...visible } = change
    // Clients that still have a session reconnect automatically.
    if (change.kind === 'sessionEnded') {
      for (const reply of people ? people.flatMap((person) => [...(open.get(person) ?? [])]) : everyone()) reply.raw.end()
      return
    }
    // The missed changes can include the end of a session.
    if (change.kind === 'everything') void closeEnded()
    recent.keep(change)
    const text = `data: ${JSON.stringify(visible)}\n\n`
    for (const [person, replies] of open) if (!people || people.includes(person)) for (const reply of replies) send(reply, text)
  })
  /** The expiry of a session or token is not announced as a change. */
  async function closeEnded(): Promise<void> {
    const replies = everyone()
    const callerOf = (reply: FastifyReply) => callers.get(reply)!
    const ended = await endedCredentials(context, replies.map(callerOf)).catch((error: unknown) => {
      app.log.warn({ err: error }, 'open streams could not be checked')
    })
    for (const reply of replies) if (ended?.has(callerOf(reply).credential)) reply.raw.end()
  }
  const heartbeat = setInterval(() => {
    void closeEnded()
    for (const reply of everyone()) send(reply, ': still here\n\n')
  }, heartbeatMs)
  heartbeat.unref()
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    unsubscribe()
    for (const reply of everyone()) reply.raw.end()
  })

  app.get('/events', { schema: { hide: true } }, async (request, response) => {
    if (request.actor.kind !== 'person') throw new Failure('unauthenticated', 'Sign in first.')
    const mine = open.get(request.actor.id) ?? new Set()
    if (mine.size >= maxConnectionsPerPerson) throw new Failure('tooManyRequests', 'Too many open windows. Close some and reload.')
    const person = request.actor.id
    response.hijack()
    response.raw.writeHead(200, {
      ...response.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    } as Record<string, string>)
    response.raw.write(`retry: 2000\nevent: recent\ndata: ${JSON.stringify(recent.changesFor(person))}\n\n`)
    callers.set(response, request.actor)
    open.set(person, mine.add(response))
    response.raw.on('error', () => {})
    response.raw.on('close', () => {
      mine.delete(response)
      if (mine.size === 0) open.delete(person)
    })
  })
}
