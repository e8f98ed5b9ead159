import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mintKey } from '../server/auth/keys.ts'
import { createSession } from '../server/auth/session.ts'
import type { Operation } from '../server/http/operation.ts'
import { operations } from '../server/operations.ts'
import { startTestApp, type TestApp } from './app.ts'
import { countedCalls } from './countedCalls.ts'
import { newRequest } from './newRequest.ts'
import { countingAlone, type OpenApp, openApp } from './openApp.ts'
import { rawRequest } from './rawRequest.ts'

let app: TestApp
let open: OpenApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  open = await openApp(app, {}, countingAlone(app))
})
afterAll(async () => {
  await open.close()
  await app.close()
})

const priya = () => app.as(app.persona('Priya').id)
const niamh = () => app.as(app.persona('Niamh').id)
const id = '00000000-0000-4000-8000-000000000000'
const valuesByParameter: Record<string, string> = { name: 'Commerce', incidentService: 'snow', deploymentTool: 'argo' }
const pathOf = ({ path }: Operation) => path.replace(/\{(\w+)\}/g, (_, name: string) => valuesByParameter[name] ?? id)
const guardedOperations = operations.filter(({ access }) => access !== 'anyone')

describe('an unusual spelling of a target (CVE-2026-2880 and related)', {
  timeout: 60_000,
}, () => {
  const spellings: [string, (path: string) => string][] = [
    ['two slashes', (path) => `/${path}`],
    ['a slash at the end', (path) => `${path}/`],
    ['a parameter', (path) => `${path};x=1`],
    ['a parameter in front', (path) => `/;x=1${path}`],
    ['a dot segment', (path) => `/.${path}`],
    ['an encoded dot segment', (path) => `/%2e${path}`],
    ['a way up', (path) => `/health/..${path}`],
    ['an encoded way up', (path) => `/health/%2e%2e${path}`],
    ['an encoded slash', (path) => path.replace(/(?!^)\//, '%2F').replace(/^\/(\w+)$/, '/$1%2F')],
    ['an encoded letter', (path) => path.replace(/^\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)],
    ['capitals', (path) => path.toUpperCase()],
    ['an encoded null', (path) => `${path}%00`],
    ['a backslash', (path) => path.replace('/', '\\')],
    ['an absolute form', (path) => `http://127.0.0.1${path}`],
    ['another site’s absolute form', (path) => `https://evil.example${path}`],
    ['a fragment', (path) => `${path}#/health`],
    ['an open query', (path) => `${path}?/health`],
  ]
  it.each(spellings)('doesn’t reach another operation: %s', async (_title, buildVariant) => {
    // A separate server is needed, because all spellings together exceed one caller’s rate limit.
    const ownApp = await openApp(app, {}, countingAlone(app))
    const responses = await Promise.all(
      guardedOperations.map(async (operation) => {
        const { status } = await rawRequest(ownApp.port, { method: operation.method, target: buildVariant(pathOf(operation)) })
        return { id: operation.id, status }
      }),
    )
    await ownApp.close()
    expect(responses.filter(({ status }) => ![400, 401, 404, 405].includes(status))).toEqual([])
  })
})

it('counts guessed keys of an IP address like all its other calls', async () => {
  const ownApp = await openApp(app, {}, countingAlone(app))
  const { key } = mintKey('slw', app.config.keySecret)
  const statuses = new Set<number>()
  for (let round = 0; round < 13; round++) {
    const responses = Array.from({ length: 100 }, () => rawRequest(ownApp.port, { target: '/me', headers: { 'x-api-key': key } }))
    for (const { status } of await Promise.all(responses)) statuses.add(status)
  }
  await ownApp.close()
  expect([...statuses].sort()).toEqual([401, 429])
})

describe('a header that other servers trust', () => {
  const forgedHeaders = {
    'x-original-url': '/health',
    'x-rewrite-url': '/health',
    'x-middleware-subrequest': 'middleware:middleware',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-prefix': '/evil',
    'x-real-ip': '127.0.0.1',
    'x-ms-client-principal': Buffer.from(JSON.stringify({ userRoles: ['Slipway.Admin'] })).toString('base64'),
    'x-ms-client-principal-id': id,
    'x-user': 'admin',
    'x-request-id': 'chosen-by-the-caller',
  }

  it('doesn’t give access, and doesn’t change the target or the request ID', async () => {
    const response = await rawRequest(open.port, { target: '/towers', headers: forgedHeaders })
    expect(response.status).toBe(401)
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(await rawRequest(open.port, { target: '/health', headers: { ...forgedHeaders, 'x-original-url': '/towers' } })).toMatchObject({
      status: 200,
      body: '{"status":"healthy"}',
    })
  })

  it('does not change the method', async () => {
    const [tower] = app.company.towers
    const response = await niamh().get(`/towers/${tower!.id}`, {
      'x-http-method-override': 'DELETE',
      'x-method-override': 'DELETE',
      'x-http-method': 'DELETE',
    })
    expect(response.status).toBe(200)
    expect((await niamh().get(`/towers/${tower!.id}`)).status).toBe(200)
    expect((await niamh().post(`/towers/${tower!.id}?_method=DELETE`)).status).toBe(405)
  })

  it('doesn’t appear in any URL that Slipway writes', async () => {
    const login = await rawRequest(open.port, { target: '/auth/login', headers: forgedHeaders })
    expect(login.status).toBe(303)
    expect(new URL(login.headers['location']!).searchParams.get('redirect_uri')).toBe('http://127.0.0.1:8080/auth/callback')
    const document = await rawRequest(open.port, { target: '/openapi.json', headers: forgedHeaders })
    expect(document.body).toContain('"servers":[{"url":"http://127.0.0.1:8080"}]')
    for (const { headers, body } of [login, document]) expect(JSON.stringify(headers) + body).not.toContain('evil.example')
  })
})

describe('an unknown host', () => {
  it.each(['evil.example', '127.0.0.1.evil.example', 'evil.example:8080', '', '[::1]', '127.0.0.1@evil.example'])(
    'returns 421: %j',
    async (host) => {
      for (const target of ['/', '/app/', '/health', '/me', '/auth/login', '/openapi.json', '/nowhere']) {
        const response = await rawRequest(open.port, { target, host })
        expect([421, 400]).toContain(response.status)
        expect(response.headers['location']).toBeUndefined()
        expect(response.headers['set-cookie']).toBeUndefined()
      }
    },
  )

  it('is accepted when it is configured', async () => {
    const ownApp = await openApp(app, { allowedHosts: ['portal.northgate.example'] })
    expect((await rawRequest(ownApp.port, { target: '/health', host: 'portal.northgate.example' })).status).toBe(200)
    expect((await rawRequest(ownApp.port, { target: '/health', host: 'other.northgate.example' })).status).toBe(421)
    await ownApp.close()
  })
})

describe('a request from a different site', () => {
  const foreignHeaders: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:9999' },
    { origin: 'https://127.0.0.1:8080' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ]
  it.each(foreignHeaders)('changes nothing and is recorded: %j', async (headers) => {
    const events = () => app.db.selectFrom('audit_events').select(['operation', 'outcome']).orderBy('id').execute()
    const eventsBefore = await events()
    const totalCount = await countedCalls(app.app, app.db, 'createAccountRequest')
    const body = newRequest(app, { name: `cross-site-${eventsBefore.length}-dev` })
    expect(await priya().post('/account-requests', body, headers)).toMatchObject({ status: 403, body: { code: 'crossSite' } })
    expect(await countedCalls(app.app, app.db, 'createAccountRequest')).toBe(totalCount + 1)
    // Only the first denied call of an operation has its own event; later calls are counted.
    const addedEvents = (await events()).slice(eventsBefore.length)
    expect(addedEvents).toEqual(addedEvents.slice(0, 1).map(() => ({ operation: 'createAccountRequest', outcome: 'denied' })))
    expect(await app.db.selectFrom('account_requests').select('id').where('name', '=', body.name).execute()).toEqual([])
  })

  it('can’t read anything unless a person follows a link to a page of the portal', async () => {
    const site = { 'sec-fetch-site': 'cross-site' }
    expect((await priya().get('/me', site)).status).toBe(403)
    expect((await priya().get('/me', { ...site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })).status).toBe(403)
    expect((await priya().get('/me', { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })).status).toBe(403)
    expect((await app.as('anonymous').get('/health', site)).status).toBe(403)
    expect((await priya().get('/', { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })).status).toBe(303)
  })

  it('differs from Slipway’s own requests', async () => {
    const sameOriginHeaders = {
      origin: 'http://127.0.0.1:8080',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    }
    expect((await priya().post('/notifications/read', {}, sameOriginHeaders)).status).not.toBe(403)
    expect((await priya().get('/me', { ...sameOriginHeaders, 'sec-fetch-site': 'none' })).status).toBe(200)
  })

  it('doesn’t get a CORS response that lets a page read', async () => {
    const response = await rawRequest(open.port, {
      method: 'OPTIONS',
      target: '/me',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('a body', () => {
  async function send(headers: Record<string, string>, payload: string, url = '/towers') {
    const { token } = await createSession(app.db, {
      personId: app.persona('Niamh').id,
      roles: ['Slipway.Admin'],
      userAgent: undefined,
      accessToken: null,
      now: new Date(),
    })
    const response = await app.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { host: '127.0.0.1', cookie: `slipway-session=${token}`, ...headers },
    })
    return { status: response.statusCode, body: response.json() }
  }
  const tower = () => JSON.stringify({ name: 'Planted', code: 'PLANT', leadIds: [app.persona('Margaret').id] })
  const towers = () => app.db.selectFrom('towers').select('id').where('name', '=', 'Planted').execute()

  // Content types that a page of another site can send without a preflight (GHSA-3fjj-p79j-c9hh, CVE-2025-32442, CVE-2026-3419).
  it.each([
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/json garbage',
    'xapplication/json',
    'application/csp-report',
    'application/reports+json',
    ', application/json',
    'text/plain\t, application/json',
    ' ',
  ])('is rejected when sent as %j', async (type) => {
    const response = await send({ 'content-type': type }, tower())
    expect([400, 415]).toContain(response.status)
    expect(await towers()).toEqual([])
  })

  it.each([
    'Application/JSON ; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'application/json ',
    'application/json;\tcharset=utf-8',
  ])('is validated when sent as %j', async (type) => {
    const response = await send({ 'content-type': type }, JSON.stringify({ ...JSON.parse(tower()), approvedBy: id }))
    expect([400, 415]).toContain(response.status)
    if (response.status === 400) expect(response.body.errors).toEqual([{ field: 'approvedBy', message: expect.any(String) }])
    expect(await towers()).toEqual([])
  })

  it('is rejected without a type, or when it is missing', async () => {
    expect([400, 415]).toContain((await send({}, tower())).status)
    expect((await send({ 'content-type': 'application/json' }, '')).status).toBe(400)
    expect((await send({}, '')).status).toBe(400)
    expect(await towers()).toEqual([])
  })

  it.each(['{', '{"name":', "{'name':'x'}", 'undefined', '{"a":1}{"b":2}', '\u0000', '[1,2', '{"name":"\ud800"'])(
    'is rejected when it is not JSON: %j',
    async (text) => {
      expect(await send({ 'content-type': 'application/json' }, text)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } })
    },
  )

  it.each([
    ['half a character', '\\ud83d'],
    ['a NUL', '\\u0000'],
  ])('is rejected if it contains %s, and the error names the field', async (_title, mark) => {
    expect(await send({ 'content-type': 'application/json' }, tower().replace('Planted', `Planted${mark}`))).toMatchObject({
      status: 400,
      body: { code: 'invalidRequest', errors: [{ field: 'name', message: expect.any(String) }] },
    })
  })

  it.each(['null', '[]', '"text"', '7', 'true', '[{}]'])('is rejected if it is a different kind of JSON: %s', async (text) => {
    expect(await send({ 'content-type': 'application/json' }, text)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } })
  })

  it('is rejected above 1 MB', async () => {
    const large = JSON.stringify({ ...JSON.parse(tower()), description: 'x'.repeat(1_048_577) })
    expect(await send({ 'content-type': 'application/json' }, large)).toMatchObject({ status: 413, body: { code: 'payloadTooLarge' } })
    const nested = '['.repeat(500_000)
    expect((await send({ 'content-type': 'application/json' }, nested)).status).toBe(400)
  })

  it('is rejected with a repeated field, in any spelling', async () => {
    const body = tower().replace('{', '{"\\u006eame":"First",')
    expect(await send({ 'content-type': 'application/json' }, body)).toMatchObject({
      status: 400,
      body: { code: 'invalidRequest', errors: [{ field: 'name', message: expect.any(String) }] },
    })
  })

  it.each([
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"name":"x","leadIds":{"__proto__":[]}}',
    '{"prototype":1}',
    '{"toString":1}',
  ])('is rejected with a field that has the name of a prototype property: %s', async (text) => {
    expect(await send({ 'content-type': 'application/json' }, text)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('is rejected with tags that have the name of a prototype property', async () => {
    const body = JSON.stringify(newRequest(app, { name: 'proto-tags-dev' })).replace('"tags":{', '"tags":{"__proto__":"x",')
    expect((await send({ 'content-type': 'application/json' }, body, '/account-requests')).status).toBe(400)
  })
})

describe('a query', () => {
  it.each([
    'page=1&page=2',
    'sort=name&sort=name',
    'unknown=1',
    '__proto__=1',
    'constructor[prototype]=1',
    'page[]=1',
    'page=',
    'page=1e3',
    'page=0x10',
    'page=-1',
    'page=NaN',
    'page=1.5',
    'page=99999999999',
    'size=0',
    'size=2.5',
    'sort=__proto__.x',
    'sort=constructor',
    'filter=__proto__==1',
    'filter=constructor==1',
  ])('is rejected with %s', async (query) => {
    const response = await priya().get(`/accounts/adv?${query}`)
    expect(response).toMatchObject({ status: 400, body: { error: { code: expect.stringMatching(/^invalid(Request|Filter)$/) } } })
    expect(response.body.errors.length).toBeGreaterThan(0)
  })

  it.each(guardedOperations.filter(({ method }) => method === 'GET').map((operation) => [operation.id, operation] as const))(
    'can’t sort or filter %s by an unknown field',
    async (_id, operation) => {
      expect(await niamh().get(`${pathOf(operation)}?surprise=1`)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } })
    },
  )

  it('is rejected with characters that cannot be stored, even in path parameters', async () => {
    expect((await priya().get('/towers/ByName/%00')).status).toBe(400)
    expect((await priya().get(`/towers/${id}%00`)).status).toBe(400)
    expect((await priya().get("/towers/'%20or%20true--")).status).toBe(400)
    expect((await priya().get(`/towers/ByName/${'x'.repeat(5_000)}`)).status).toBeGreaterThanOrEqual(400)
  })
})
