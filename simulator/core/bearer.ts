import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type JWTPayload } from 'jose'
import { armAudience, classicArmAudience, graphAudience, monitorAudience } from './constants.ts'
import type { Simulator } from './simulator.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: JWTPayload
  }
}

type Problem = 'missing' | 'invalid' | 'expired' | 'audience'
type ProtectedApi = 'arm' | 'graph' | 'monitor'

const audiences: Record<ProtectedApi, string[]> = {
  arm: [armAudience, `${armAudience}/`, classicArmAudience, `${classicArmAudience}/`],
  monitor: [monitorAudience, `${monitorAudience}/`],
  graph: [graphAudience, `${graphAudience}/`, '00000003-0000-0000-c000-000000000000'],
}

/** Accepts only tokens of this tenant for this service, and returns 401 like the real service. */
export function requireBearer(sim: Simulator, api: ProtectedApi) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !token) return sendError(sim, reply, api, 'missing')
    try {
      request.caller = await sim.tokens.verify(token)
    } catch (error) {
      return sendError(sim, reply, api, error instanceof errors.JWTExpired ? 'expired' : 'invalid')
    }
    if (request.caller.tid !== sim.tenantId) return sendError(sim, reply, api, 'invalid')
    if (!audiences[api].includes(String(request.caller.aud))) return sendError(sim, reply, api, 'audience', String(request.caller.aud))
  }
}

async function sendError(sim: Simulator, reply: FastifyReply, api: ProtectedApi, problem: Problem, audience = ''): Promise<void> {
  const [code, message] =
    api === 'graph' ? ['InvalidAuthenticationToken', graphMessages[problem]] : armProblem(problem, audience, audiences[api])
  const authority = `${sim.origins.identity}/${sim.tenantId}`
  reply.header(
    'www-authenticate',
    api === 'graph'
      ? `Bearer realm="", authorization_uri="${authority}/oauth2/v2.0/authorize", client_id="00000003-0000-0000-c000-000000000000"`
      : `Bearer authorization_uri="${authority}", error="invalid_token", error_description="${message}"`,
  )
  const requestId = randomUUID()
  const innerError = { date: sim.clock.now().toISOString().slice(0, 19), 'request-id': requestId, 'client-request-id': requestId }
  await reply.code(401).send({ error: api === 'graph' ? { code, message, innerError } : { code, message } })
}

const graphMessages: Record<Problem, string> = {
  missing: 'Access token is empty.',
  invalid: 'CompactToken validation failed with reason code: 80049228.',
  expired: 'Lifetime validation failed, the token is expired.',
  audience: 'Access token validation failure. Invalid audience.',
}

function armProblem(problem: Problem, audience: string, allowed: string[]): [code: string, message: string] {
  switch (problem) {
    case 'missing':
      return ['AuthenticationFailed', "Authentication failed. The 'Authorization' header is missing."]
    case 'expired':
      return [
        'ExpiredAuthenticationToken',
        `The access token expiry UTC time is earlier than current UTC time '${new Date().toISOString()}'.`,
      ]
    case 'audience':
      return [
        'InvalidAuthenticationTokenAudience',
        `The access token has been obtained for wrong audience or resource '${audience}'. It should exactly match with one of the allowed audiences '${allowed.join("','")}'.`,
      ]
    case 'invalid':
      return ['InvalidAuthenticationToken', 'The access token is invalid.']
  }
}
