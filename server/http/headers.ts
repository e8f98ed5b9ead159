import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sessionCookieName } from '../auth/session.ts'
import type { Config } from '../config.ts'
import { Failure } from '../errors.ts'

const policy = (reportUri: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; report-to ${reportUri}`

/** Headers of every response, including the API's; see `security.md`, Browser headers. */
export const strictHeaders: Record<string, string> = {
  'content-security-policy': policy('csp'),
  'reporting-endpoints': 'csp="/csp-reports"',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
}

/**
 * If a request had two hosts, a proxy and a server could choose different ones.
 * @throws invalidRequest
 */
function requireOneHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) throw new Failure('invalidRequest', 'Send exactly one Host header.')
}

/**
 * A query that can't be decoded would be read as different text.
 * @throws invalidRequest
 */
function requireReadable(target: string): void {
  const query = target.slice(target.indexOf('?') + 1 || target.length)
  try {
    if (/^[\x21-\x7e]*$/.test(target)) return void decodeURIComponent(query)
  } catch {
    // This error is reported by the `throw` below.
  }
  throw new Failure('invalidRequest', 'The URL isn’t valid. Percent-encode its characters as UTF-8.')
}

/** Headers for origins that can call with a bearer token. Cookies never count for them, because these headers don't allow credentials. */
const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type, accept, if-match, if-none-match, idempotency-key, traceparent',
  'access-control-max-age': '600',
}
const exposedHeaders = 'etag, link, location, retry-after, www-authenticate, x-more, x-request-id'

/** Accepts only known hosts, rejects requests from other sites, and sets the browser's security headers. */
export function guardBrowsers(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'allowedHosts' | 'corsOrigins'>): void {
  const hosts = new Set([new URL(config.publicUrl).hostname, ...config.allowedHosts])
  const ownOrigins = new Set([new URL(config.publicUrl).origin])
  const corsOrigins = new Set(config.corsOrigins)
  app.addHook('onRequest', async (request, response) => {
    response.headers(strictHeaders)
    response.header('cache-control', 'no-store')
    response.header('x-request-id', request.id)
    requireOneHost(request.raw)
    requireReadable(request.raw.url ?? '')
    if (!hosts.has(request.hostname)) throw new Failure('misdirected', 'This host name isn’t configured for Slipway.')
    const { origin } = request.headers
    const isCaller = origin !== undefined && corsOrigins.has(origin)
    if (corsOrigins.size > 0) response.header('vary', 'Origin')
    if (isCaller) response.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposedHeaders })
    // Browsers send a preflight request before the call, without credentials.
    if (isCaller && request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
      return response.code(204).headers(preflightHeaders).send()
    // Browsers also send the cookie with requests from other sites, so such requests are rejected. Plain links to a page are allowed.
    const site = request.headers['sec-fetch-site']
    const isNavigation =
      request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate' && request.headers['sec-fetch-dest'] === 'document'
    const isForeign = site === 'cross-site' || site === 'same-site'
    const { operation } = request.routeOptions.config
    const hasToken = request.headers.authorization !== undefined
    const foreignOrigin = origin !== undefined && !ownOrigins.has(origin) && (isCaller || !hasToken)
    const requiresSameOrigin = request.method !== 'GET' || operation?.sameOriginOnly === true
    // A page of another site has a bearer token only if it got one on purpose. Routes that aren't operations read the cookie themselves.
    const hasSession = request.cookies?.[sessionCookieName(config.publicUrl, request.protocol)] !== undefined
    if (isCaller && hasToken && operation && !hasSession) return
    if ((isForeign && (requiresSameOrigin || !isNavigation)) || (foreignOrigin && requiresSameOrigin))
      throw new Failure('crossSite', 'This request came from another site. Nothing was changed. Open Slipway and try again.')
  })
}
