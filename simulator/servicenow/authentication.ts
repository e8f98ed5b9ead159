import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { servicenowPassword, servicenowUser } from '../core/constants.ts'
import type { Simulator } from '../core/simulator.ts'
import { ServiceNowError } from './serviceNowError.ts'

export const servicenowClientId = 'f0c1d2e3a4b54c6d8e7f901122334455'
export const servicenowClientSecret = 'simulated-servicenow-client-secret'

const accessSeconds = 1800
const refreshSeconds = 8_640_000

interface Token {
  kind: 'access' | 'refresh'
  expiresAt: number
}

const tokens = (sim: Simulator) => sim.state.collection<Token>('servicenow.tokens')

export function requireUser(sim: Simulator) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const [scheme = '', credentials = ''] = (request.headers.authorization ?? '').split(' ')
    if (scheme.toLowerCase() === 'basic') {
      if (Buffer.from(credentials, 'base64').toString() === `${servicenowUser}:${servicenowPassword}`) return
    } else if (scheme.toLowerCase() === 'bearer' && findLiveToken(sim, credentials, 'access')) return
    reply.header('www-authenticate', 'BASIC realm="Service-now"')
    throw new ServiceNowError(401, 'User Not Authenticated', 'Required to provide Auth information')
  }
}

export function registerOauth(app: FastifyInstance, sim: Simulator): void {
  app.post<{ Body?: Record<string, string> }>('/oauth_token.do', (request, reply) => {
    const { grant_type, client_id, client_secret, username, password, refresh_token = '' } = request.body ?? {}
    if (client_id !== servicenowClientId || client_secret !== servicenowClientSecret) {
      return reply.code(401).send({ error_description: 'access_denied', error: 'invalid_client' })
    }
    const isGranted =
      grant_type === 'client_credentials' ||
      (grant_type === 'password' && username === servicenowUser && password === servicenowPassword) ||
      (grant_type === 'refresh_token' && findLiveToken(sim, refresh_token, 'refresh'))
    if (!isGranted) return reply.code(401).send({ error_description: 'access_denied', error: 'server_error' })
    return {
      access_token: issue(sim, 'access', accessSeconds),
      ...(grant_type === 'client_credentials' ? {} : { refresh_token: refresh_token || issue(sim, 'refresh', refreshSeconds) }),
      scope: 'useraccount',
      token_type: 'Bearer',
      expires_in: accessSeconds - 1,
    }
  })
}

function issue(sim: Simulator, kind: Token['kind'], seconds: number): string {
  const token = randomBytes(48).toString('base64url')
  tokens(sim).set(token, { kind, expiresAt: sim.clock.now().getTime() + seconds * 1000 })
  return token
}

function findLiveToken(sim: Simulator, token: string, kind: Token['kind']): boolean {
  const cached = tokens(sim).get(token)
  return cached?.kind === kind && cached.expiresAt > sim.clock.now().getTime()
}
