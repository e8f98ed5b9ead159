import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { type Browser, chooseAt, openBrowser } from '../../../../test/browser.ts'
import { type OpenApp, openApp } from '../../../../test/openApp.ts'
import { syncDirectory } from '../directory/syncDirectory.ts'
import { localPath } from './signIn.ts'

let app: TestApp
let open: OpenApp
let forwardMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + forwardMs) })
  open = await openApp(app)
})
afterAll(async () => {
  await open.close()
  await app.close()
})

const priya = () => app.persona('Priya').id
const liveSessions = async () => (await app.db.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute()).length
const signedOutPath = (reason: string) => `/app/signed-out?reason=${reason}`
const status = async (browser: Browser, path = '/me') => (await browser.send(path)).status

async function runWithClockOffset<T>(seconds: number, callback: () => Promise<T>): Promise<T> {
  forwardMs = seconds * 1_000
  try {
    return await callback()
  } finally {
    forwardMs = 0
  }
}

describe('signing in', () => {
  it('completes the OpenID Connect protocol, from the first redirect to getMe', async () => {
    const browser = openBrowser(open)
    const page = await browser.begin('/app/accounts?sort=name')
    expect(page.origin).toBe(app.simulator.identityBrowserOrigin)
    expect(Object.fromEntries(page.searchParams)).toEqual({
      client_id: open.config.oidc.clientId,
      redirect_uri: `${open.config.publicUrl}/auth/callback`,
      response_type: 'code',
      response_mode: 'query',
      scope: 'openid profile email api://slipway/access_as_user',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await (await fetch(page)).text()).toContain('Priya Raman')

    const callbackResponse = await browser.send(await browser.choose(page, priya()))
    expect([callbackResponse.status, callbackResponse.headers.get('location')]).toEqual([303, '/app/accounts?sort=name'])
    const [clearedCookie, set] = callbackResponse.headers.getSetCookie()
    expect(clearedCookie).toBe('slipway-sign-in=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax')
    expect(set).toMatch(/^slipway-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect([...browser.cookies.keys()]).toEqual(['slipway-session'])
    const me = await (await browser.send('/me')).json()
    expect(me).toMatchObject({ id: priya(), displayName: 'Priya Raman', roles: [], credential: 'session' })

    const token = browser.cookies.get('slipway-session')!
    const rows = await app.db.selectFrom('sessions').selectAll().where('person_id', '=', priya()).execute()
    expect(rows.at(-1)!.token_hash.equals(createHash('sha256').update(token).digest())).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await app.db.selectFrom('sign_ins').select('state').execute()).toEqual([])
    const event = await app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'signIn').executeTakeFirstOrThrow()
    expect(event).toMatchObject({ actor_id: priya(), subject_kind: 'person', subject_id: priya(), outcome: 'allowed' })
  })

  it('takes roles from the identity token', async () => {
    for (const [name, roles] of [
      ['Niamh', ['admin']],
      ['Grace', ['auditor']],
    ] as const) {
      const browser = openBrowser(open)
      await browser.signIn(app.persona(name).id)
      expect(await (await browser.send('/me')).json()).toMatchObject({ roles })
    }
  })

  it('sets __Secure- cookies over https, and clears them with the same attributes', async () => {
    const secureApp = await openApp(app, { publicUrl: 'https://127.0.0.1:8443' })
    const browser = openBrowser(secureApp)
    const page = await browser.begin()
    expect([...browser.cookies.keys()]).toEqual(['__Secure-slipway-sign-in'])
    const callbackResponse = await browser.send(await browser.choose(page, priya()))
    expect(callbackResponse.headers.getSetCookie().map((each) => each.replace(/=[\w-]{43};/, '=TOKEN;'))).toEqual([
      '__Secure-slipway-sign-in=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
      '__Secure-slipway-session=TOKEN; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
    expect(await status(browser)).toBe(200)
    await browser.send('/auth/logout', { method: 'POST' })
    expect([...browser.cookies.keys()]).toEqual([])
    await secureApp.close()
  })

  it('sets secure cookies when the callback comes over https, regardless of the public URL', async () => {
    const local = await openApp(app, { publicUrl: 'http://127.0.0.1:8080', trustedProxies: ['127.0.0.1'] })
    const browser = openBrowser(local)
    const page = await browser.begin()
    const callbackResponse = await browser.send(await browser.choose(page, priya()), { headers: { 'x-forwarded-proto': 'https' } })
    const [, set] = callbackResponse.headers.getSetCookie()
    expect(set).toMatch(/^__Secure-slipway-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const cookie = set!.split(';')[0]!
    const me = (name: string, headers = {}) => fetch(`${local.http}/me`, { headers: { cookie: name, ...headers } })
    expect((await me(cookie, { 'x-forwarded-proto': 'https' })).status).toBe(200)
    expect((await me(cookie.replace('__Secure-', ''), { 'x-forwarded-proto': 'https' })).status).toBe(401)
    expect((await me(cookie)).status).toBe(401)
    await local.close()
  })

  it('creates separate sessions for two browsers of a person', async () => {
    const [firstBrowser, otherBrowser] = [openBrowser(open), openBrowser(open)]
    await Promise.all([firstBrowser.signIn(priya()), otherBrowser.signIn(priya())])
    await firstBrowser.send('/auth/logout', { method: 'POST' })
    expect([await status(firstBrowser), await status(otherBrowser)]).toEqual([401, 200])
  })
})

describe('an invalid sign-in', () => {
  /** Each case must end at the signed-out page with this reason, and without a session. */
  const cases: [string, string, (browser: Browser) => Promise<string>][] = [
    ['a callback without state', 'stale', async (browser) => hrefWithParameter(await getCallbackUrl(browser), 'state', undefined)],
    ['an unknown state', 'stale', async (browser) => hrefWithParameter(await getCallbackUrl(browser), 'state', 'x'.repeat(43))],
    ['a repeated state', 'stale', async (browser) => `${await getCallbackUrl(browser)}&state=second`],
    [
      'the state of another sign-in',
      'stale',
      async (browser) =>
        hrefWithParameter(await getCallbackUrl(browser), 'state', (await openBrowser(open).begin()).searchParams.get('state')!),
    ],
    ['a callback without code', 'failed', async (browser) => hrefWithParameter(await getCallbackUrl(browser), 'code', undefined)],
    ['an unknown code', 'failed', async (browser) => hrefWithParameter(await getCallbackUrl(browser), 'code', 'x'.repeat(64))],
    [
      'the code of another sign-in',
      'failed',
      async (browser) =>
        hrefWithParameter(
          await getCallbackUrl(browser),
          'code',
          new URL(await getCallbackUrl(openBrowser(open))).searchParams.get('code')!,
        ),
    ],
    [
      'a changed nonce',
      'failed',
      async (browser) => browser.choose(withParameter(await browser.begin(), 'nonce', 'n'.repeat(43)), priya()),
    ],
    ['a dropped nonce', 'failed', async (browser) => browser.choose(withParameter(await browser.begin(), 'nonce', undefined), priya())],
    [
      'a changed PKCE challenge',
      'failed',
      async (browser) => browser.choose(withParameter(await browser.begin(), 'code_challenge', 'c'.repeat(43)), priya()),
    ],
    [
      'a sign-in that the provider rejects',
      'refused',
      async (browser) =>
        (await fetch(withParameter(await browser.begin(), 'prompt', 'none'), { redirect: 'manual' })).headers.get('location')!,
    ],
  ]
  const getCallbackUrl = async (browser: Browser) => browser.choose(await browser.begin(), priya())
  const withParameter = (url: URL, name: string, value: string | undefined) => {
    const copy = new URL(url)
    if (value === undefined) copy.searchParams.delete(name)
    else copy.searchParams.set(name, value)
    return copy
  }
  const hrefWithParameter = (url: string, name: string, value: string | undefined) => withParameter(new URL(url), name, value).href

  it.each(cases)('rejects %s', async (_title, reason, callback) => {
    const browser = openBrowser(open)
    const sessionsBefore = await liveSessions()
    const response = await browser.send(await callback(browser))
    expect([response.status, response.headers.get('location')]).toEqual([303, signedOutPath(reason)])
    expect(browser.cookies.has('slipway-session')).toBe(false)
    expect(await liveSessions()).toBe(sessionsBefore)
  })

  it('rejects a callback in a browser that did not start the sign-in', async () => {
    const victim = openBrowser(open)
    const callbackUrl = await getCallbackUrl(openBrowser(open))
    expect((await victim.send(callbackUrl)).headers.get('location')).toBe(signedOutPath('stale'))
    await victim.begin()
    expect((await victim.send(callbackUrl)).headers.get('location')).toBe(signedOutPath('stale'))
    expect(victim.cookies.has('slipway-session')).toBe(false)
  })

  it('rejects a repeated callback, even with the cookie', async () => {
    const browser = openBrowser(open)
    const callbackUrl = await getCallbackUrl(browser)
    const stored = browser.cookies.get('slipway-sign-in')!
    expect((await browser.send(callbackUrl)).headers.get('location')).toBe('/app/')
    const sessionsBefore = await liveSessions()
    browser.cookies.set('slipway-sign-in', stored)
    expect((await browser.send(callbackUrl)).headers.get('location')).toBe(signedOutPath('stale'))
    expect(await liveSessions()).toBe(sessionsBefore)
  })

  it('rejects a sign-in that took 15 minutes', async () => {
    const browser = openBrowser(open)
    const callbackUrl = await getCallbackUrl(browser)
    expect(await runWithClockOffset(15 * 60 + 1, async () => (await browser.send(callbackUrl)).headers.get('location'))).toBe(
      signedOutPath('stale'),
    )
  })

  it('rejects disabled people, even if the provider accepts them', async () => {
    const oliver = app.persona('Oliver').id
    const browser = openBrowser(open)
    const page = await browser.begin()
    expect((await chooseAt(page, oliver)).status).toBe(403)

    const person = `${app.simulator.origins.control}/people/${oliver}`
    await fetch(person, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ enabled: true }) })
    expect((await browser.send(await browser.choose(page, oliver))).headers.get('location')).toBe(signedOutPath('disabled'))
    await fetch(person, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ enabled: false }) })
    expect(await app.db.selectFrom('sessions').select('id').where('person_id', '=', oliver).execute()).toEqual([])
    const events = await app.db
      .selectFrom('audit_events')
      .select(['outcome', 'reason', 'subject_id'])
      .where('actor_id', '=', oliver)
      .execute()
    expect(events).toEqual([{ outcome: 'denied', reason: expect.any(String), subject_id: oliver }])
  })

  it('rejects people from a different organisation, and is audited', async () => {
    const otherApp = await openApp(app, { tenantId: 'cccccccc-0000-4000-8000-00000000000c' })
    expect((await openBrowser(otherApp).signIn(priya())).headers.get('location')).toBe(signedOutPath('otherOrganisation'))
    const event = await app.db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(event).toMatchObject({ operation: 'signIn', outcome: 'denied', actor_id: null, reason: 'from another organisation' })
    await otherApp.close()
  })

  it('shows an error while the provider is down, and succeeds afterwards', async () => {
    const freshApp = await openApp(app)
    const fault = app.simulator.faults.add({ service: 'identity', action: { kind: 'status', status: 503 } })
    const browser = openBrowser(freshApp)
    expect((await browser.send('/auth/login')).headers.get('location')).toBe(signedOutPath('unreachable'))
    app.simulator.faults.remove(fault)
    expect((await browser.signIn(priya())).headers.get('location')).toBe('/app/')
    await freshApp.close()
  })

  it('waits for a provider that is busy for some seconds', async () => {
    const fault = app.simulator.faults.add({ service: 'identity', path: 'token', action: { kind: 'delay', ms: 6_000 } })
    const freshApp = await openApp(app)
    const response = await openBrowser(freshApp).signIn(priya())
    app.simulator.faults.remove(fault)
    expect(response.headers.get('location')).toBe('/app/')
    await freshApp.close()
  })

  it('doesn’t redirect to a sign-in page without https', async () => {
    const freshApp = await openApp(app)
    const issuer = app.config.oidc.issuer
    const metadata = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, unknown>
    const body = { ...metadata, authorization_endpoint: 'http://sign-in.example/authorize' }
    const fault = app.simulator.faults.add({
      service: 'identity',
      path: 'openid-configuration',
      action: { kind: 'status', status: 200, body },
    })
    const to = (await openBrowser(freshApp).send('/auth/login')).headers.get('location')
    app.simulator.faults.remove(fault)
    expect(to).toBe(signedOutPath('unreachable'))
    await freshApp.close()
  })
})

describe('a session', () => {
  it('gets a new ID at each sign-in, and a fixed ID from before the sign-in is invalid', async () => {
    const attacker = openBrowser(open)
    await attacker.signIn(app.persona('Tomasz').id)
    const plantedCookie = attacker.cookies.get('slipway-session')!
    const victim = openBrowser(open)
    victim.cookies.set('slipway-session', plantedCookie)
    await victim.signIn(priya())
    expect(victim.cookies.get('slipway-session')).not.toBe(plantedCookie)
    expect([await status(victim), await status(attacker)]).toEqual([200, 401])

    victim.cookies.set('slipway-session', 'made-up-by-an-attacker')
    await victim.signIn(priya())
    expect(victim.cookies.get('slipway-session')).toMatch(/^[\w-]{43}$/)
  })

  it('ends at sign-out, in this browser and on the server', async () => {
    const browser = openBrowser(open)
    await browser.signIn(priya())
    const token = browser.cookies.get('slipway-session')!
    const response = await browser.send('/auth/logout', { method: 'POST' })
    expect([response.status, response.headers.get('clear-site-data')]).toEqual([204, '"cache", "storage"'])
    expect(response.headers.getSetCookie()).toEqual([
      'slipway-session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    ])
    expect(browser.cookies.has('slipway-session')).toBe(false)
    browser.cookies.set('slipway-session', token)
    expect(await status(browser)).toBe(401)
    const row = await app.db
      .selectFrom('sessions')
      .select(['ended_at', 'access_token'])
      .where('token_hash', '=', createHash('sha256').update(token).digest())
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ ended_at: expect.any(Date), access_token: null })
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'signOut')
      .where('actor_id', '=', priya())
      .executeTakeFirst()
    expect(event).toMatchObject({ subject_kind: 'person', subject_id: priya(), outcome: 'allowed' })
    const count = () => app.db.selectFrom('audit_events').select('id').where('operation', '=', 'signOut').execute()
    const countBefore = (await count()).length
    for (const signedOutBrowser of [browser, openBrowser(open)])
      expect((await signedOutBrowser.send('/auth/logout', { method: 'POST' })).status).toBe(204)
    expect(await count()).toHaveLength(countBefore)
  })

  it('can’t be ended by a page of a different site', async () => {
    const browser = openBrowser(open)
    await browser.signIn(priya())
    const response = await browser.send('/auth/logout', {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect([response.status, await status(browser)]).toEqual([403, 200])
  })

  it('ends immediately, together with its access token, if the person is disabled in the directory', async () => {
    const daniel = app.persona('Daniel').id
    const browser = openBrowser(open)
    await browser.signIn(daniel)
    expect(await status(browser)).toBe(200)
    await fetch(`${app.simulator.origins.control}/people/${daniel}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ enabled: false }),
    })
    await syncDirectory(app.context)
    const response = await browser.send('/me')
    expect([response.status, response.headers.getSetCookie().length]).toEqual([401, 1])
    expect(browser.cookies.has('slipway-session')).toBe(false)
    const rows = await app.db.selectFrom('sessions').select(['ended_at', 'access_token']).where('person_id', '=', daniel).execute()
    expect(rows).toEqual([{ ended_at: expect.any(Date), access_token: null }])
  })
})

describe('localPath', () => {
  const local = ['/', '/app/', '/app/accounts?sort=-name&filter=a==b#top', '/app/%2F%2Fevil', '/app//x', '/%5Cevil', '/app/a%20b']
  it.each(local)('keeps %j', (path) => {
    expect(localPath(path)).toBe(path)
    expect(new URL(path, 'https://slipway.example').origin).toBe('https://slipway.example')
  })

  const foreignUrls: unknown[] = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'http://localhost:80@evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    'app',
    '',
    ' /app',
    '/ /evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/app\r\nSet-Cookie: a=b',
    '/app\0',
    '/caf\u00e9',
    '/\u2028',
    '@evil.example',
    '.evil.example',
    `/${'a'.repeat(2_000)}`,
    undefined,
    ['/app'],
    7,
  ]
  it.each(foreignUrls)('replaces %j with the start page', (path) => {
    expect(localPath(path)).toBe('/app/')
  })

  it('determines the page that opens after a sign-in', async () => {
    for (const path of ['//evil.example', '/\\evil.example', 'http://localhost:80@evil.example', 'javascript:alert(1)', '/caf\u00e9'])
      expect((await openBrowser(open).signIn(priya(), path)).headers.get('location')).toBe('/app/')
  })
})
