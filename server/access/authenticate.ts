import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { Failure } from '../http/errors.ts'
import { anonymous } from './actor.ts'
import { bearerVerifier } from './bearer.ts'
import { cookieAttributes, findSession, sessionCookieName } from './session.ts'

/** Finds out who is calling, for every route; the routes decide what that person may do. */
export function authenticate(app: FastifyInstance, context: Context): void {
  const { config } = context
  const cookieName = sessionCookieName(config.publicUrl)
  const verify = bearerVerifier(config)
  app.decorateRequest('actor', null as never)
  app.addHook('onRequest', async (request, response) => {
    request.actor = anonymous
    const authorization = request.headers.authorization
    if (authorization !== undefined) {
      // Bearer needs https (spec §5); request.protocol follows X-Forwarded-Proto from trusted proxies only.
      if (request.protocol !== 'https')
        throw new Failure(
          'insecureTransport',
          'Bearer tokens are accepted over https only. Nothing was done; send the request to the https address.',
        )
      const token = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1]
      if (!token || token.length > 16_384) throw new Failure('unauthenticated', 'The Authorization header is not a bearer token.')
      request.actor = await verify(context.db, token, context.now())
      return
    }
    const cookie = request.cookies[cookieName]
    if (!cookie) return
    const session = await findSession(context.db, cookie, {
      now: context.now(),
      idleSeconds: config.session.idleSeconds,
      stepUpMinutes: config.stepUp.minutes,
    })
    if (session) request.actor = session
    else response.clearCookie(cookieName, cookieAttributes(config.publicUrl))
  })
}
