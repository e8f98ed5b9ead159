import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { FaultAction } from './faults.ts'
import type { ServiceName } from './serviceName.ts'
import type { Simulator } from './simulator.ts'

export type AsyncOutcome = { kind: 'succeed' } | { kind: 'stuck' } | { kind: 'fail'; code: string; message: string }

declare module 'fastify' {
  interface FastifyRequest {
    asyncOutcome: AsyncOutcome
    faults: FaultAction[]
  }
}

/**
 * Creates the listener of one simulated service. Faults come first, then the routes that `register` adds, and every exchange is logged.
 * Without `tls`, the listener uses plain http.
 */
export function createServiceApp(sim: Simulator, service: ServiceName, tls?: { certPem: string; keyPem: string }): FastifyInstance {
  const options = {
    forceCloseConnections: true,
    bodyLimit: 8_388_608,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
  } as const
  const app = (tls ? fastify({ ...options, https: { cert: tls.certPem, key: tls.keyPem } }) : fastify(options)) as FastifyInstance
  acceptBodies(app)
  app.decorateRequest('asyncOutcome')
  app.decorateRequest('faults')

  app.addHook('onRequest', async (request, reply) => {
    request.asyncOutcome = { kind: 'succeed' }
    request.faults = sim.faults.apply({ service, method: request.method, url: request.url })
    for (const fault of request.faults) {
      await applyBefore(fault, request, reply)
      if (reply.sent) return reply
    }
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const body = typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString() : ''
    if (sim.exchanges.enabled) record(sim, service, request, reply, body)
    // If a fault replaces the response, it never calls done, because Fastify would send the rest.
    if (!request.faults.some((fault) => applyAfter(fault, request, reply, body))) done(null, payload)
  })
  return app
}

async function applyBefore(fault: FaultAction, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  switch (fault.kind) {
    case 'delay':
      await wait(fault.ms)
      break
    case 'status':
      await reply
        .code(fault.status)
        .headers(fault.headers ?? {})
        .send(fault.body ?? '')
      break
    case 'stuck':
      request.asyncOutcome = { kind: 'stuck' }
      break
    case 'failAsync':
      request.asyncOutcome = { kind: 'fail', code: fault.code, message: fault.message }
      break
    case 'kill':
    case 'reset':
      if (fault.when !== 'before') break
      if (fault.kind === 'kill') killProcess(fault.pid)
      reply.hijack()
      cutConnection(request)
      break
    case 'hold':
      if (fault.when !== 'before') break
      fault.held?.()
      await Promise.race([new Promise((resolve) => request.raw.socket.once('close', resolve)), ...(fault.until ? [fault.until] : [])])
      if (request.raw.socket.destroyed || !fault.until) reply.hijack()
      break
    case 'truncate':
      break
  }
}

/** @returns whether the fault replaces the response */
function applyAfter(fault: FaultAction, request: FastifyRequest, reply: FastifyReply, body: string): boolean {
  const half = body.slice(0, Math.floor(body.length / 2))
  const head = (length: number) =>
    reply.raw.writeHead(reply.statusCode, { 'content-type': 'application/json; charset=utf-8', 'content-length': length })
  if (fault.kind === 'truncate') {
    head(Buffer.byteLength(half)).end(half)
    return true
  }
  if (fault.kind === 'reset' && fault.when === 'midBody') {
    head(Buffer.byteLength(body) + 1).write(half, () => request.raw.socket.destroy())
    return true
  }
  if (fault.kind === 'hold' && fault.when === 'after') {
    fault.held?.()
    return true
  }
  if ((fault.kind !== 'reset' && fault.kind !== 'kill') || fault.when !== 'after') return false
  if (fault.kind === 'kill') killProcess(fault.pid)
  cutConnection(request)
  return true
}

/** Drops the connection. A part of a batch has no connection of its own, so the connection of the batch is dropped. */
function cutConnection({ raw }: FastifyRequest): void {
  if ('destroy' in raw.socket) raw.socket.destroy()
  else raw.destroy(new Error('The connection was dropped.'))
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // The process is already dead, as the fault intends.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function record(sim: Simulator, service: ServiceName, request: FastifyRequest, reply: FastifyReply, body: string): void {
  const { authorization: _, cookie: __, ...requestHeaders } = request.headers
  // The URL needs a host, because a path that starts with two slashes would otherwise be parsed as one.
  const url = new URL(`https://simulator${request.url}`)
  const isIdentityService = service === 'identity'
  const exchange = {
    service,
    method: request.method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    requestHeaders: flatten(requestHeaders),
    requestBody: isIdentityService ? undefined : request.body,
    status: reply.statusCode,
    responseHeaders: flatten(reply.getHeaders()),
    at: sim.clock.now().toISOString(),
  }
  sim.exchanges.record(exchange, isIdentityService ? '' : body)
}

function flatten(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/(.+\+)?json/, { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(Object.assign(new Error('The request content was invalid and could not be deserialized.'), { statusCode: 400 }))
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}
