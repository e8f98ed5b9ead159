import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Person } from '../auth/actor.ts'
import { endedCredentials } from '../auth/endedCredentials.ts'
import type { Context } from '../context.ts'
import { Failure } from '../errors.ts'
import { replyClosing } from './closing.ts'
import { createRecentChanges } from './recentChanges.ts'

const heartbeatMs = 20_000
const maxConnectionsPerPerson = 12
const maxBufferedBytes = 262_144

/** A client that doesn't read is disconnected. When it connects again, it gets the changes of the last minute. */
function send(reply: FastifyReply, text: string): void {
  if (reply.raw.writableLength > maxBufferedBytes) reply.raw.destroy()
  else reply.raw.write(text)
}

/**
 * Handles `GET /events`. Server-sent events name changed records, so that open screens fetch them again. The changes of the last minute
 * come first (`recent`), with the number of open tabs.
 */
export function registerLiveUpdates(app: FastifyInstance, context: Context): void {
  const connectionsByPerson = new Map<string, Set<FastifyReply>>()
  const peopleByReply = new WeakMap<FastifyReply, Person>()
  const recentChanges = createRecentChanges()
  const everyone = () => [...connectionsByPerson.values()].flatMap((replies) => [...replies])
  const unsubscribe = context.changes.subscribe((change) => {
    const { people, ...visible } = change
    if (change.kind === 'sessionEnded') {
      for (const reply of people ? people.flatMap((person) => [...(connectionsByPerson.get(person) ?? [])]) : everyone()) reply.raw.end()
      return
    }
    // The missed changes can include the end of a session.
    if (change.kind === 'everything') void closeEnded()
    recentChanges.keep(change)
    const text = `data: ${JSON.stringify(visible)}\n\n`
    for (const [person, replies] of connectionsByPerson)
      if (!people || people.includes(person)) for (const reply of replies) send(reply, text)
  })
  /** The expiry of a session or token is not announced as a change. */
  async function closeEnded(): Promise<void> {
    const replies = everyone()
    const callerOf = (reply: FastifyReply) => peopleByReply.get(reply)!
    const endedConnections = await endedCredentials(context, replies.map(callerOf)).catch((error: unknown) => {
      app.log.warn({ err: error }, 'couldn’t check open event streams')
    })
    for (const reply of replies) if (endedConnections?.has(callerOf(reply).credential)) reply.raw.end()
  }
  const heartbeat = setInterval(() => {
    void closeEnded()
    for (const reply of everyone()) send(reply, ': still here\n\n')
  }, heartbeatMs)
  heartbeat.unref()
  const endAll = () => {
    for (const reply of everyone()) reply.raw.end()
  }
  // Clients then connect to another replica, before this one closes.
  context.draining?.addEventListener('abort', endAll)
  app.addHook('preClose', async () => {
    context.draining?.removeEventListener('abort', endAll)
    clearInterval(heartbeat)
    unsubscribe()
    endAll()
  })

  app.get('/events', { schema: { hide: true } }, async (request, response) => {
    if (request.actor.kind !== 'person') throw new Failure('unauthenticated', 'Sign in first.')
    if (context.draining?.aborted) return replyClosing(request, response)
    const connections = connectionsByPerson.get(request.actor.id) ?? new Set()
    if (connections.size >= maxConnectionsPerPerson)
      throw new Failure('tooManyRequests', 'Slipway is open in too many windows. Close some, then reload.')
    const person = request.actor.id
    response.hijack()
    response.raw.writeHead(200, {
      ...response.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    } as Record<string, string>)
    peopleByReply.set(response, request.actor)
    connectionsByPerson.set(person, connections.add(response))
    const recent = { ...recentChanges.changesFor(person), tabs: everyone().length }
    response.raw.write(`retry: 2000\nevent: recent\ndata: ${JSON.stringify(recent)}\n\n`)
    response.raw.on('error', () => {})
    response.raw.on('close', () => {
      connections.delete(response)
      if (connections.size === 0) connectionsByPerson.delete(person)
    })
  })
}
