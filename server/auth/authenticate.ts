import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { Failure } from '../errors.ts'
import { type Actor, anonymous } from './actor.ts'
import { findApiKey } from './apiKey.ts'
import { roleConfirmation } from './appRoles.ts'
import { bearerVerifier } from './bearer.ts'
import { createFirstRead } from './createFirstRead.ts'
import { cookieAttributes, type DirectoryRoles, sessionCookieName } from './session.ts'
import { sessionReader } from './sessionReader.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Reason why the credential is invalid; thrown after the rate limit has counted the request. */
    credentialFailure?: Failure
  }
}

export function authenticate(app: FastifyInstance, context: Context): void {
  const { config } = context
  const verify = bearerVerifier(config)
  const confirmRoles = roleConfirmation(context)
  const readOnFirstSignIn = createFirstRead(context)
  const readSession = sessionReader(context)
  app.decorateRequest('actor', null as never)
  app.addHook('onRequest', async (request, response) => {
    request.actor = anonymous
    if (request.routeOptions.config.operation?.ignoresCredentials) return
    try {
      let directory: DirectoryRoles | undefined
      requireTlsForToken(request)
      const credential = request.routeOptions.config.operation?.credential
      const apiKey = request.headers['x-api-key']
      if (credential) {
        const { db } = context
        request.actor = (await credential.find(request.params as never, { db, config, now: context.now() })) ?? anonymous
      } else if (apiKey !== undefined) request.actor = await authenticateKey(request, apiKey)
      else if (request.headers.authorization !== undefined) request.actor = await bearerOf(request.headers.authorization)
      else directory = await readCookieSession(request, response)
      if (request.actor.kind === 'person') request.actor = await confirmRoles(await readOnFirstSignIn(request.actor), directory)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      request.credentialFailure = error
    }
  })

  /** A token sent without encryption might have been read by others, so it is rejected whatever else is sent (spec §5). */
  function requireTlsForToken(request: FastifyRequest): void {
    // request.protocol follows X-Forwarded-Proto from trusted proxies only.
    if (request.headers.authorization !== undefined && request.protocol !== 'https')
      throw new Failure(
        'insecureTransport',
        'Bearer tokens are accepted over https only. Nothing was changed. Send the request to the https URL.',
      )
  }

  /** Plain http is accepted only if Slipway's own URL uses it, such as on a developer's machine. */
  function authenticateKey(request: FastifyRequest, apiKey: string | string[]): Promise<Actor> {
    if (request.protocol !== 'https' && config.publicUrl.startsWith('https:'))
      throw new Failure(
        'insecureTransport',
        'API keys are accepted over https only, and this key was sent unencrypted. Nothing was changed. Replace the key, then use the https URL.',
      )
    return findApiKey(context.db, apiKey, { now: context.now(), secret: config.keySecret })
  }

  function bearerOf(authorization: string): Promise<Actor> {
    const token = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1]
    if (!token) throw new Failure('unauthenticated', 'The Authorization header is not a bearer token.')
    return verify(context.db, token, context.now())
  }

  async function readCookieSession(request: FastifyRequest, response: FastifyReply): Promise<DirectoryRoles | undefined> {
    const cookieName = sessionCookieName(config.publicUrl, request.protocol)
    const cookie = request.cookies[cookieName]
    if (!cookie) return undefined
    const session = await readSession(cookie)
    if (session) request.actor = session.person
    else response.clearCookie(cookieName, cookieAttributes(config.publicUrl, request.protocol))
    return session?.directory
  }
}
