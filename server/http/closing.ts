import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorCodes, errorTypeFor, toProblem } from '../errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    currentCalls(): string[]
  }
}

/** A load balancer needs about this time to choose another replica. */
const retryAfterSeconds = 2
const message = 'Slipway is restarting. Nothing was changed. Try again in a few seconds.'

/** Rejects a request without any effect. It isn't a fault, so it is neither logged as an error nor audited. */
export function replyClosing(request: FastifyRequest, response: FastifyReply): FastifyReply {
  return response
    .code(errorCodes.unavailable[0])
    .headers({ connection: 'close', 'retry-after': String(retryAfterSeconds) })
    .type(errorTypeFor(request.headers.accept))
    .send(toProblem('unavailable', message, request.id))
}

/**
 * Ends connections before the server closes. While the process drains, each response closes its connection, so that the client connects to
 * another replica. A request that still arrives while the server closes is rejected.
 * @param draining aborted when the process begins to stop
 */
export function endConnections(app: FastifyInstance, draining: AbortSignal | undefined): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const calls = new Map<string, string>()
  app.decorate('currentCalls', () => [...calls.values()])
  app.addHook('onRequest', async (request, response) => {
    if (isClosing) return replyClosing(request, response)
    calls.set(request.id, request.routeOptions.config.operation?.id ?? 'page')
    response.raw.once('close', () => calls.delete(request.id))
    if (draining?.aborted) response.header('connection', 'close')
  })
  app.addHook('onResponse', async ({ id }) => void calls.delete(id))
}
