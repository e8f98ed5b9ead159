import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../client/client.ts'
import type { Operations } from '../../client/operations.ts'
import { routes } from '../../client/routes.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Browser, chooseAt, openBrowser } from '../../test/browser.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { stepUpClaims, strongAt } from './stepUp.ts'

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

const admin = () => app.persona('Niamh').id
const profile = () => app.db.selectFrom('emergency_profiles').select(['id', 'version']).orderBy('name').executeTakeFirstOrThrow()
const claims = () => stepUpClaims(open.config.stepUp.context)
const stepUpAt = (claimsValue: string, returnTo = '/app/access/emergency') =>
  `/auth/login?${new URLSearchParams({ claims: claimsValue, returnTo })}`

async function send(browser: Browser): Promise<{ status: number; challenge: string | null; code?: string }> {
  const response = await browser.send(`/emergency-profiles/${(await profile()).id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', origin: open.config.publicUrl },
    body: JSON.stringify({ description: 'Changed.' }),
  })
  return { status: response.status, challenge: response.headers.get('www-authenticate'), code: (await response.json()).code }
}

describe('strongAt', () => {
  const at = 1_750_000_000
  it.each([
    [{ auth_time: at, acrs: ['c1'] }, true],
    [{ auth_time: at, amr: ['pwd', 'mfa'] }, true],
    [{ auth_time: at, acrs: ['c2'], amr: ['pwd'] }, false],
    [{ auth_time: at }, false],
    [{ acrs: ['c1'], amr: ['mfa'] }, false],
    [{ auth_time: Number.MAX_VALUE, amr: ['mfa'] }, false],
  ])('evaluates whether the claims %j show a strong sign-in: %j', (input, strong) => {
    expect(strongAt(input, 'c1')).toEqual(strong ? new Date(at * 1_000) : undefined)
  })
})

describe('step-up sign-in', () => {
  it('is requested once, and the session continues under a new ID', async () => {
    const browser = openBrowser(open)
    await browser.signIn(admin())
    const oldCookie = browser.cookies.get('slipway-session')!
    const rejection = await send(browser)
    expect([rejection.status, rejection.code]).toEqual([401, 'stepUpNeeded'])
    const input = /claims="([^"]+)"/.exec(rejection.challenge!)![1]!
    expect(input).toBe(claims())

    const page = new URL((await browser.send(stepUpAt(input))).headers.get('location')!)
    expect(Object.fromEntries(page.searchParams)).toMatchObject({ prompt: 'login', login_hint: expect.stringContaining('niamh') })
    const essential = { acrs: { essential: true, value: 'c1' } }
    expect(JSON.parse(page.searchParams.get('claims')!)).toEqual({ id_token: essential, access_token: essential })
    const form = new URLSearchParams(page.searchParams)
    form.set('oid', admin())
    const signInResponse = await fetch(`${page.origin}${page.pathname}`, { method: 'POST', body: form, redirect: 'manual' })
    expect(await signInResponse.text()).toContain('Approve sign-in request')

    const callbackResponse = await browser.send((await chooseAt(page, admin())).headers.get('location')!)
    expect([callbackResponse.status, callbackResponse.headers.get('location')]).toEqual([303, '/app/access/emergency'])
    expect((await send(browser)).status).toBe(200)
    const otherBrowser = openBrowser(open)
    otherBrowser.cookies.set('slipway-session', oldCookie)
    expect((await otherBrowser.send('/me')).status).toBe(401)
  })

  it('counts for an hour', async () => {
    const browser = openBrowser(open)
    await browser.signIn(admin())
    const page = new URL((await browser.send(stepUpAt(claims()))).headers.get('location')!)
    await browser.send((await chooseAt(page, admin())).headers.get('location')!)
    forwardMs = 59 * 60_000
    expect((await send(browser)).status).toBe(200)
    forwardMs = 61 * 60_000
    expect((await send(browser)).code).toBe('stepUpNeeded')
    forwardMs = 0
  })

  it('is rejected if a different person signs in', async () => {
    const browser = openBrowser(open)
    await browser.signIn(admin())
    const sessionCookie = browser.cookies.get('slipway-session')!
    const page = new URL((await browser.send(stepUpAt(claims()))).headers.get('location')!)
    const callbackResponse = await browser.send((await chooseAt(page, app.persona('Priya').id)).headers.get('location')!)
    expect(callbackResponse.headers.get('location')).toBe('/app/signed-out?reason=otherPerson')
    expect(browser.cookies.get('slipway-session')).toBe(sessionCookie)
    expect(await (await browser.send('/me')).json()).toMatchObject({ id: admin() })
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('outcome', '=', 'denied')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(event).toMatchObject({ operation: 'signIn', actor_id: app.persona('Priya').id, subject_kind: 'person', subject_id: admin() })
  })

  it('requests only Slipway’s claims, and doesn’t forward others', async () => {
    const browser = openBrowser(open)
    await browser.signIn(admin())
    const foreignClaims = Buffer.from(JSON.stringify({ id_token: { groups: { essential: true } } })).toString('base64')
    for (const value of [foreignClaims, `${claims()}x`, '{"id_token":{}}', '']) {
      const page = new URL((await browser.send(stepUpAt(value))).headers.get('location')!)
      expect([page.searchParams.has('claims'), page.searchParams.has('prompt')]).toEqual([false, false])
    }
    const page = new URL((await openBrowser(open).send(stepUpAt(claims()))).headers.get('location')!)
    expect(page.searchParams.has('claims')).toBe(false)
  })

  it('doesn’t redirect to a different site', async () => {
    const browser = openBrowser(open)
    await browser.signIn(admin())
    const page = new URL((await browser.send(stepUpAt(claims(), '//evil.example'))).headers.get('location')!)
    const callbackResponse = await browser.send((await chooseAt(page, admin())).headers.get('location')!)
    expect(callbackResponse.headers.get('location')).toBe('/app/')
  })
})

describe('a bearer token for step-up', () => {
  function client(strong: Record<string, unknown>) {
    const requestedClaims: (string | undefined)[] = []
    const credential = {
      async getToken(_: unknown, options: { claims?: string } = {}) {
        requestedClaims.push(options.claims)
        const token = await app.simulator.mintToken({
          oid: admin(),
          audience: 'api://slipway',
          claims: options.claims ? strong : { amr: ['pwd'], auth_time: Math.floor(Date.now() / 1_000) },
        })
        return { token, expiresOnTimestamp: Date.now() + 3_600_000 }
      },
    }
    return { requestedClaims, api: createClient<Operations>({ host: open.https, routes, credential }) }
  }
  const buildUpdate = async () => ({ params: { id: (await profile()).id }, body: { description: 'By the client.' } })

  it('is fetched once with the claims of the challenge, and used for the repeated call', async () => {
    const { api, requestedClaims } = client({ acrs: ['c1'], auth_time: Math.floor(Date.now() / 1_000) })
    expect((await api.updateEmergencyProfile(await buildUpdate())).status).toBe(200)
    expect(requestedClaims).toEqual([undefined, JSON.stringify({ access_token: { acrs: { essential: true, value: 'c1' } } })])
    expect((await api.updateEmergencyProfile(await buildUpdate())).status).toBe(200)
    expect(requestedClaims).toHaveLength(2)
  })

  it.each([
    ['not strong', { amr: ['pwd'], auth_time: Math.floor(Date.now() / 1_000) }],
    ['old', { acrs: ['c1'], auth_time: Math.floor(Date.now() / 1_000) - 3_700 }],
    ['silent about when', { acrs: ['c1'] }],
  ])('isn’t fetched again if the new token is still %s, so the call ends with the challenge', async (_title, strong) => {
    const { api, requestedClaims } = client(strong)
    await expect(api.updateEmergencyProfile(await buildUpdate())).rejects.toMatchObject({ status: 401, code: 'stepUpNeeded' })
    expect(requestedClaims).toHaveLength(2)
  })
})
