import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'

export class GraphError extends Error {
  readonly status: number
  readonly code: string
  readonly details: { code: string; message: string; target: string }[] | undefined

  constructor(status: number, code: string, message: string, details?: GraphError['details']) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export function badRequest(message: string): GraphError {
  return new GraphError(400, 'Request_BadRequest', message)
}

export function unsupportedQuery(message: string): GraphError {
  return new GraphError(400, 'Request_UnsupportedQuery', message)
}

/** Graph gives the same response for objects that are not replicated yet. */
export function notFound(id: string): GraphError {
  return new GraphError(
    404,
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  )
}

export function sendGraphError(sim: Simulator, request: FastifyRequest, reply: FastifyReply, error: GraphError): FastifyReply {
  const requestId = String(reply.getHeader('request-id') ?? randomUUID())
  const innerError = {
    date: sim.clock.now().toISOString().slice(0, 19),
    'request-id': requestId,
    'client-request-id': request.headers['client-request-id'] ?? requestId,
  }
  return reply.code(error.status).send({
    error: { code: error.code, message: error.message, ...(error.details ? { details: error.details } : {}), innerError },
  })
}
