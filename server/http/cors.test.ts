import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { createSession, sessionCookieName } from '../auth/session.ts'

const tools = 'https://tools.example'
let app: TestApp
let open: OpenApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
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
  it('can call with a bearer token, and never with a cookie', async () => {
    const asked = await preflight(tools)
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe(tools)
    expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization')
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
    const answer = await fetch(`${open.https}/me`, { headers: fromPage(tools, { authorization: `Bearer ${token}` }) })
    expect([answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')]).toEqual([200, tools, 'Origin'])
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('is rejected without a token, with any cookie', async () => {
    const session = { personId: app.persona('Priya').id, roles: [], userAgent: 'test', accessToken: null, now: new Date() }
    const { token: secret } = await createSession(app.db, session)
    const cookie = `${sessionCookieName(open.config.publicUrl, 'https')}=${secret}`
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${open.https}/towers`, { method, headers: fromPage(tools, { cookie }) })
      expect([answer.status, (await answer.json()).code]).toEqual([403, 'crossSite'])
    }
  })

  it.each(['/events', '/openapi.json', '/auth/login', '/app/'])('is rejected at %s, which is not an API call', async (path) => {
    const answer = await fetch(`${open.https}${path}`, {
      headers: fromPage(tools, { authorization: `Bearer ${token}` }),
      redirect: 'manual',
    })
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'crossSite'])
  })

  it('can’t sign people out from the same site, or send a cookie beside a token', async () => {
    const priya = { personId: app.persona('Priya').id, roles: [], userAgent: 'test', accessToken: null, now: new Date() }
    const { token: secret } = await createSession(app.db, priya)
    const cookie = `${sessionCookieName(open.config.publicUrl, 'https')}=${secret}`
    const authorization = `Bearer ${token}`
    const sites: Record<string, string>[] = [{ 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'cross-site' }, {}]
    for (const site of sites) {
      const sent: Record<string, string>[] = [{ authorization: 'x' }, { authorization }, { authorization, cookie }]
      for (const headers of sent) {
        const left = await fetch(`${open.https}/auth/logout`, { method: 'POST', headers: { origin: tools, ...site, ...headers } })
        expect([left.status, (await left.json()).code, left.headers.get('clear-site-data')]).toEqual([403, 'crossSite', null])
      }
      const both = { method: 'POST', headers: { origin: tools, ...site, authorization, cookie } }
      expect((await (await fetch(`${open.https}/towers`, both)).json()).code).toBe('crossSite')
    }
    const own = await fetch(`${open.https}/me`, { headers: { cookie } })
    expect(own.status).toBe(200)
  })

  it('is rejected over plain http, as all callers with a token are', async () => {
    const answer = await fetch(`${open.http}/me`, { headers: fromPage(tools, { authorization: `Bearer ${token}` }) })
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'insecureTransport'])
  })
})

describe('a page of another origin', () => {
  it.each(['https://tools.example.evil.example', 'http://tools.example', 'null', 'https://TOOLS.example'])(
    'is rejected: %s',
    async (origin) => {
      const asked = await preflight(origin)
      expect([asked.status, asked.headers.get('access-control-allow-origin')]).not.toContain(204)
      expect(asked.headers.get('access-control-allow-origin')).toBeNull()
      const answer = await fetch(`${open.https}/me`, { headers: fromPage(origin, { authorization: `Bearer ${token}` }) })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
    },
  )

  it('is rejected where no origin is configured', async () => {
    const closed = await openApp(app)
    const asked = await preflight(tools, closed)
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).not.toContain(204)
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
    await closed.close()
  })
})
