import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { slipwayClientId } from '../core/constants.ts'
import { findPerson, listPeople } from '../core/directory.ts'
import type { Simulator } from '../core/simulator.ts'
import type { AuthorizationRequest } from './authorizationRequest.ts'
import { grantStore } from './grants.ts'
import { contextsOf, signInNow } from './mfaSignIn.ts'
import { OAuthError } from './oauthError.ts'
import { parseScope } from './scope.ts'
import { approvePage, messagePage, signInPage } from './signInPage.ts'

type Input = Record<string, string | undefined>

const stylesheet = readFileSync(new URL('signIn.css', import.meta.url), 'utf8')
const foundLimit = 12

export function registerAuthorize(app: FastifyInstance, sim: Simulator): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (!(error instanceof OAuthError)) console.error(error)
    const status = error instanceof OAuthError ? error.status : (error.statusCode ?? 500)
    return sendPage(reply.code(status), messagePage('Sorry, but we’re having trouble signing you in', error.message))
  })

  app.get('/sign-in.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=300').send(stylesheet),
  )

  app.get<{ Querystring: Input }>('/:tenant/oauth2/v2.0/authorize', (request, reply) => {
    const { authorizationRequest, error } = readRequest(sim, request.query)
    if (error) return redirect(reply, authorizationRequest, { error: error.code, error_description: error.message })
    if (request.query.prompt === 'none') {
      return redirect(reply, authorizationRequest, {
        error: 'login_required',
        error_description: 'AADSTS50058: A silent sign-in request was sent but no user is signed in.',
      })
    }
    const search = (request.query.q ?? authorizationRequest.login_hint ?? '').trim()
    return sendPage(
      reply,
      signInPage({ authorizationRequest, personas: personas(sim), search, found: search === '' ? [] : findPeople(sim, search) }),
      authorizationRequest,
    )
  })

  app.post<{ Body: Input }>('/:tenant/oauth2/v2.0/authorize', (request, reply) => {
    const { authorizationRequest, error } = readRequest(sim, {
      ...request.body,
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    if (error) return redirect(reply, authorizationRequest, { error: error.code, error_description: error.message })
    const contexts = contextsOf(authorizationRequest.claims)
    const person = findPerson(sim, request.body.oid ?? '')
    if (!person)
      throw new OAuthError(400, 'invalid_request', 'AADSTS50034: The user account does not exist in the Northgate Retail directory.')
    if (!person.enabled) {
      const text = `AADSTS50057: The user account is disabled. ${person.displayName} cannot sign in.`
      return sendPage(reply.code(403), messagePage('Your account has been locked', text))
    }
    if (contexts.length > 0 && request.body.approve !== 'yes') {
      if (request.body.approve === 'no')
        return redirect(reply, authorizationRequest, {
          error: 'access_denied',
          error_description: 'AADSTS500121: Authentication failed during strong authentication request.',
        })
      return sendPage(reply, approvePage(authorizationRequest, person), authorizationRequest)
    }
    const code = grantStore(sim).issueCode({
      clientId: authorizationRequest.client_id,
      oid: person.id,
      scope: authorizationRequest.scope,
      signIn: signInNow(contexts),
      code: {
        redirectUri: authorizationRequest.redirect_uri,
        challenge: authorizationRequest.code_challenge,
        ...(authorizationRequest.nonce === undefined ? {} : { nonce: authorizationRequest.nonce }),
      },
    })
    return redirect(reply, authorizationRequest, { code, session_state: crypto.randomUUID() })
  })

  app.get<{ Querystring: Input }>('/:tenant/oauth2/v2.0/logout', (request, reply) => {
    const returnUrl = request.query.post_logout_redirect_uri
    if (returnUrl === undefined)
      return sendPage(reply, messagePage('You signed out of your account', 'It’s a good idea to close all browser windows.'))
    if (!isLoopback(returnUrl))
      throw new OAuthError(400, 'invalid_request', `AADSTS90015: The sign-out address '${returnUrl}' is not registered.`)
    const url = new URL(returnUrl)
    if (request.query.state !== undefined) url.searchParams.set('state', request.query.state)
    return reply.redirect(url.href, 302)
  })
}

/** Errors of the client are shown on a page, because its redirect URL can't be trusted; others return to the client as `error`. */
function readRequest(sim: Simulator, input: Input): { authorizationRequest: AuthorizationRequest; error?: OAuthError } {
  const { client_id = '', redirect_uri = '', scope = '', state, nonce, code_challenge = '', login_hint, claims } = input
  if (client_id !== slipwayClientId) {
    throw new OAuthError(
      400,
      'unauthorized_client',
      `AADSTS700016: Application with identifier '${client_id}' was not found in the directory '${sim.company.name}'.`,
    )
  }
  if (!isRedirectAllowed(redirect_uri)) {
    throw new OAuthError(
      400,
      'invalid_request',
      `AADSTS50011: The redirect URI '${redirect_uri}' specified in the request does not match the redirect URIs configured for the application '${client_id}'.`,
    )
  }
  const authorizationRequest: AuthorizationRequest = { client_id, redirect_uri, scope, code_challenge }
  if (state !== undefined) authorizationRequest.state = state
  if (nonce !== undefined) authorizationRequest.nonce = nonce
  if (login_hint !== undefined) authorizationRequest.login_hint = login_hint
  if (claims !== undefined) authorizationRequest.claims = claims
  return { authorizationRequest, ...validateRequest(authorizationRequest, input) }
}

function validateRequest(authorizationRequest: AuthorizationRequest, input: Input): { error?: OAuthError } {
  const fail = (code: string, text: string) => ({ error: new OAuthError(400, code, text) })
  if (input.response_type !== 'code')
    return fail(
      'unsupported_response_type',
      `AADSTS700054: response_type '${input.response_type ?? ''}' is not enabled for the application.`,
    )
  if ((input.response_mode ?? 'query') !== 'query')
    return fail('invalid_request', `AADSTS900023: response_mode '${input.response_mode}' is not supported here.`)
  if (input.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(authorizationRequest.code_challenge)) {
    return fail(
      'invalid_request',
      'AADSTS9002325: Proof Key for Code Exchange with method S256 is required for authorization code redemption.',
    )
  }
  try {
    contextsOf(authorizationRequest.claims)
    if (!parseScope(authorizationRequest.scope).openid)
      return fail('invalid_request', "AADSTS900144: The request must contain the scope 'openid'.")
  } catch (error) {
    if (error instanceof OAuthError) return { error }
    throw error
  }
  return {}
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username } = new URL(address)
  return /^https?:$/.test(protocol) && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && username === ''
}

/** Loopback URLs are registered: any over http, and `/auth/callback` over https. */
function isRedirectAllowed(address: string): boolean {
  if (!isLoopback(address)) return false
  const { protocol, pathname, hash } = new URL(address)
  return hash === '' && (protocol === 'http:' || pathname === '/auth/callback')
}

function redirect(reply: FastifyReply, authorizationRequest: AuthorizationRequest, parameters: Record<string, string>): FastifyReply {
  const url = new URL(authorizationRequest.redirect_uri)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  if (authorizationRequest.state !== undefined) url.searchParams.set('state', authorizationRequest.state)
  return reply.header('cache-control', 'no-store').redirect(url.href, 303)
}

function sendPage(reply: FastifyReply, html: string, authorizationRequest?: AuthorizationRequest): FastifyReply {
  // Browsers also apply form-action to the target of a form's redirect.
  const target = authorizationRequest === undefined ? '' : ` ${new URL(authorizationRequest.redirect_uri).origin}`
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self'${target}; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}

function personas(sim: Simulator) {
  return sim.company.personas.map((person) => findPerson(sim, person.id) ?? person)
}

function findPeople(sim: Simulator, search: string) {
  const text = search.toLowerCase()
  return listPeople(sim)
    .filter((person) => person.email.toLowerCase().startsWith(text) || person.displayName.toLowerCase().includes(text))
    .slice(0, foundLimit)
}
