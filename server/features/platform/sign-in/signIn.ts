import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as client from 'openid-client'
import { Check } from 'typebox/value'
import { type Actor, anonymous } from '../../../auth/actor.ts'
import { provider, signInAddress } from '../../../auth/identityProvider.ts'
import {
  cookieAttributes,
  createSession,
  endSession,
  hashToken,
  sessionCookieName,
  sessionSeconds,
  upsertPerson,
} from '../../../auth/session.ts'
import { SignInClaims, stepUpClaims, stepUpRequest, strongAt } from '../../../auth/stepUp.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/database.ts'
import { writeAudit } from '../../../http/audit.ts'

const signInMinutes = 15
const homePath = '/app/'

/** Accepts only a path on this host, to prevent open redirects. The path has no scheme, double slash, backslash or invisible character. */
export function localPath(text: unknown): string {
  return typeof text === 'string' && text.length <= 2_000 && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text) ? text : homePath
}

/** Registers sign-in and sign-out for browsers: OpenID Connect code flow with PKCE. Response mode `query` keeps the SameSite=Lax cookie. */
export function registerSignIn(app: FastifyInstance, context: Context): void {
  const { config, db } = context
  const sessionCookie = ({ protocol }: FastifyRequest) =>
    [sessionCookieName(config.publicUrl, protocol), cookieAttributes(config.publicUrl, protocol)] as const
  // The provider redirects to the public URL, so the scheme of that URL decides the name of the cookie. The scheme of this connection can
  // differ.
  const browserCookie = config.publicUrl.startsWith('https:') ? '__Secure-slipway-sign-in' : 'slipway-sign-in'
  const redirectUri = `${config.publicUrl}/auth/callback`
  const cookie = cookieAttributes(config.publicUrl)
  const rateLimitedRoute = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } }, schema: { hide: true } }
  const failed = (response: FastifyReply, failureReason: string) => response.redirect(`/app/signed-out?reason=${failureReason}`, 303)

  app.get('/auth/login', rateLimitedRoute, async (request, response) => {
    const { actor } = request
    // The claims for the provider come from the configuration. The URL of the call only says whether they are used.
    const requestedClaims = (request.query as { claims?: unknown }).claims
    const stepUp = actor.kind === 'person' && requestedClaims === stepUpClaims(config.stepUp.context) ? actor : undefined
    const verifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const nonce = client.randomNonce()
    let target: URL
    try {
      target = await signInAddress(config, {
        redirect_uri: redirectUri,
        scope: `openid profile email ${config.oidc.audience}/${config.oidc.scope}`,
        response_mode: 'query',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        state,
        nonce,
        // Without `prompt: login`, the provider would reuse an old sign-in.
        ...(stepUp
          ? { claims: stepUpRequest(config.stepUp.context), prompt: 'login', ...(stepUp.email ? { login_hint: stepUp.email } : {}) }
          : {}),
      })
    } catch (error) {
      request.log.warn({ err: error }, 'identity provider unreachable')
      return failed(response, 'unreachable')
    }
    const browser = randomBytes(32).toString('base64url')
    const returnTo = localPath((request.query as { returnTo?: unknown }).returnTo)
    await db
      .insertInto('sign_ins')
      .values({
        state,
        browser_hash: hashToken(browser),
        nonce,
        code_verifier: verifier,
        return_to: returnTo,
        created_at: context.now(),
        step_up_for: stepUp?.id ?? null,
      })
      .execute()
    response.setCookie(browserCookie, browser, { ...cookie, maxAge: signInMinutes * 60 })
    return response.redirect(target.href, 303)
  })

  app.get('/auth/callback', rateLimitedRoute, async (request, response) => {
    const { state } = request.query as { state?: unknown }
    const browser = request.cookies[browserCookie]
    response.clearCookie(browserCookie, cookie)
    if (typeof state !== 'string' || !browser) return failed(response, 'stale')
    const oldest = new Date(context.now().getTime() - signInMinutes * 60_000)
    // The row is deleted, so that only the browser that started a sign-in can complete it, and only once.
    const signIn = await db
      .deleteFrom('sign_ins')
      .where('state', '=', state)
      .where('browser_hash', '=', hashToken(browser))
      .where('created_at', '>', oldest)
      .returningAll()
      .executeTakeFirst()
    if (!signIn) return failed(response, 'stale')
    return finishSignIn(request, response, signIn)
  })

  async function finishSignIn(
    request: FastifyRequest,
    response: FastifyReply,
    signIn: { state: string; nonce: string; code_verifier: string; return_to: string; step_up_for: string | null },
  ) {
    let tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>
    try {
      tokens = await client.authorizationCodeGrant(await provider(config), new URL(request.url, config.publicUrl), {
        expectedState: signIn.state,
        expectedNonce: signIn.nonce,
        pkceCodeVerifier: signIn.code_verifier,
        idTokenExpected: true,
      })
    } catch (error) {
      request.log.warn({ err: error }, 'sign-in refused')
      return failed(response, error instanceof client.AuthorizationResponseError ? 'refused' : 'failed')
    }
    const claims = tokens.claims()
    const oid = claims?.['oid']
    if (typeof oid !== 'string' || claims?.['tid'] !== config.tenantId) {
      await recordDeniedSignIn(request, anonymous, 'from another organisation')
      return failed(response, 'otherOrganisation')
    }
    const text = (name: string): string | null => (typeof claims?.[name] === 'string' ? (claims[name] as string) : null)
    const actor = {
      kind: 'person' as const,
      id: oid.toLowerCase(),
      displayName: text('name') ?? oid,
      email: text('email') ?? text('preferred_username'),
      admin: false,
      auditor: false,
      credential: 'sign-in',
    }
    if (signIn.step_up_for && actor.id !== signIn.step_up_for) {
      await recordDeniedSignIn(request, actor, 'confirmed with a different account', signIn.step_up_for)
      return failed(response, 'otherPerson')
    }
    const roles = Array.isArray(claims?.['roles']) ? claims['roles'].filter((role): role is string => typeof role === 'string') : []
    const now = context.now()
    const session = await inTransaction(db, async (tx) => {
      const { id, displayName, email } = actor
      const userPrincipalName = text('preferred_username')
      const from = { issuer: config.oidc.issuer, tenantId: config.tenantId }
      const { active } = await upsertPerson(tx, { id, displayName, email, userPrincipalName, roles, now, ...from })
      await writeAudit(tx, {
        actor,
        operation: 'signIn',
        requestId: request.id,
        subject: { kind: 'person', id },
        outcome: active ? 'allowed' : 'denied',
        ...(active ? {} : { reason: 'disabled in the directory' }),
      })
      if (!active) return undefined
      const accessToken = config.mode === 'development' ? tokens.access_token : null
      const strongAtTime = Check(SignInClaims, claims) ? strongAt(claims, config.stepUp.context) : undefined
      const userAgent = request.headers['user-agent']
      return createSession(tx, { personId: id, roles, userAgent, accessToken, strongAt: strongAtTime, now })
    })
    if (!session) return failed(response, 'disabled')
    const [name, attributes] = sessionCookie(request)
    const old = request.cookies[name]
    if (old) await endSession(db, old, now)
    response.setCookie(name, session.token, { ...attributes, maxAge: sessionSeconds })
    return response.redirect(signIn.return_to, 303)
  }

  /** @param subjectPersonId ID of the person who should have signed in, if it is known */
  async function recordDeniedSignIn(request: FastifyRequest, actor: Actor, reason: string, subjectPersonId?: string): Promise<void> {
    const subject = subjectPersonId ? { subject: { kind: 'person', id: subjectPersonId } } : {}
    if (actor.kind === 'anonymous') {
      const { id: requestId, ip } = request
      return app.anonymousCalls.record({
        operation: 'signIn',
        outcome: 'denied',
        code: 'otherOrganisation',
        requestId,
        ip,
        reason,
        ...subject,
      })
    }
    await writeAudit(db, { actor, operation: 'signIn', requestId: request.id, ...subject, outcome: 'denied', reason })
  }

  app.post('/auth/logout', { schema: { hide: true } }, async (request, response) => {
    const [name, attributes] = sessionCookie(request)
    const token = request.cookies[name]
    const { actor, id: requestId } = request
    // Signing out without an open session clears the cookie and records nothing.
    if (token && actor.kind === 'person')
      await inTransaction(db, async (tx) => {
        await endSession(tx, token, context.now())
        await writeAudit(tx, { actor, operation: 'signOut', requestId, subject: { kind: 'person', id: actor.id }, outcome: 'allowed' })
      })
    response.clearCookie(name, attributes)
    response.header('clear-site-data', '"cache", "storage"')
    return response.code(204).send()
  })
}
