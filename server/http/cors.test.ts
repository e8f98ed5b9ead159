import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { createSession, sessionCookieName } from '../auth/session.ts'

const tools = 'https://tools.example'
let app: TestApp
let open: OpenApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  open = await openApp(app, { corsOrigins: [tools] })
  token = await app.simulator.mintToken({ oid: app.persona('Priya').id, audience: app.config.oidc.audience })
})
afterAll(async () => {
  await open.close()
  await app.close()
})

const fromPage = (origin: string, headers: Record<string, string> = {}) => ({
  origin,
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
  ...headers,
})
const preflight = (origin: string, to = open) =>
  fetch(`${to.https}/towers`, {
    method: 'OPTIONS',
    headers: fromPage(origin, { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' }),
  })

describe('a page of a configured origin', () => {
  it('can call with a bearer token, but never with a cookie', async () => {
    const preflightResponse = await preflight(tools)
    expect(preflightResponse.status).toBe(204)
    expect(preflightResponse.headers.get('access-control-allow-origin')).toBe(tools)
    expect(preflightResponse.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(preflightResponse.headers.get('access-control-allow-headers')).toContain('authorization')
    expect(preflightResponse.headers.get('access-control-allow-credentials')).toBeNull()
    const response = await fetch(`${open.https}/me`, { headers: fromPage(tools, { authorization: `Bearer ${token}` }) })
    expect([response.status, response.headers.get('access-control-allow-origin'), response.headers.get('vary')]).toEqual([
      200,
      tools,
      'Origin',
    ])
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('is rejected without a token, even with a cookie', async () => {
    const session = { personId: app.persona('Priya').id, roles: [], userAgent: 'test', accessToken: null, now: new Date() }
    const { token: secret } = await createSession(app.db, session)
    const cookie = `${sessionCookieName(open.config.publicUrl, 'https')}=${secret}`
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${open.https}/towers`, { method, headers: fromPage(tools, { cookie }) })
      expect([response.status, (await response.json()).code]).toEqual([403, 'crossSite'])
    }
  })

  it.each(['/events', '/openapi.json', '/auth/login', '/app/'])('is rejected at %s, which is not an API call', async (path) => {
    const response = await fetch(`${open.https}${path}`, {
      headers: fromPage(tools, { authorization: `Bearer ${token}` }),
      redirect: 'manual',
    })
    expect([response.status, (await response.json()).code]).toEqual([403, 'crossSite'])
  })

  it('can’t sign people out from the same site, or send a cookie together with a token', async () => {
    const priya = { personId: app.persona('Priya').id, roles: [], userAgent: 'test', accessToken: null, now: new Date() }
    const { token: secret } = await createSession(app.db, priya)
    const cookie = `${sessionCookieName(open.config.publicUrl, 'https')}=${secret}`
    const authorization = `Bearer ${token}`
    const sites: Record<string, string>[] = [{ 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'cross-site' }, {}]
    for (const site of sites) {
      const headerSets: Record<string, string>[] = [{ authorization: 'x' }, { authorization }, { authorization, cookie }]
      for (const headers of headerSets) {
        const leftResponse = await fetch(`${open.https}/auth/logout`, { method: 'POST', headers: { origin: tools, ...site, ...headers } })
        expect([leftResponse.status, (await leftResponse.json()).code, leftResponse.headers.get('clear-site-data')]).toEqual([
          403,
          'crossSite',
          null,
        ])
      }
      const crossSiteRequest = { method: 'POST', headers: { origin: tools, ...site, authorization, cookie } }
      expect((await (await fetch(`${open.https}/towers`, crossSiteRequest)).json()).code).toBe('crossSite')
    }
    const cookieResponse = await fetch(`${open.https}/me`, { headers: { cookie } })
    expect(cookieResponse.status).toBe(200)
  })

  it('is rejected over plain http, like all callers with a token', async () => {
    const response = await fetch(`${open.http}/me`, { headers: fromPage(tools, { authorization: `Bearer ${token}` }) })
    expect([response.status, (await response.json()).code]).toEqual([403, 'insecureTransport'])
  })
})

describe('a page of a different origin', () => {
  it.each(['https://tools.example.evil.example', 'http://tools.example', 'null', 'https://TOOLS.example'])(
    'is rejected: %s',
    async (origin) => {
      const preflightResponse = await preflight(origin)
      expect([preflightResponse.status, preflightResponse.headers.get('access-control-allow-origin')]).not.toContain(204)
      expect(preflightResponse.headers.get('access-control-allow-origin')).toBeNull()
      const response = await fetch(`${open.https}/me`, { headers: fromPage(origin, { authorization: `Bearer ${token}` }) })
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null])
    },
  )

  it('is rejected if no origin is configured', async () => {
    const closedApp = await openApp(app)
    const preflightResponse = await preflight(tools, closedApp)
    expect([preflightResponse.status, preflightResponse.headers.get('access-control-allow-origin')]).not.toContain(204)
    expect(preflightResponse.headers.get('access-control-allow-origin')).toBeNull()
    await closedApp.close()
  })
})
