import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSession, sessionCookieName } from '../server/auth/session.ts'
import { startTestApp, type TestApp } from './app.ts'
import { type OpenApp, openApp } from './openApp.ts'
import { rawRequest } from './rawRequest.ts'
import { until } from './until.ts'

let app: TestApp
let open: OpenApp
let cookie: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  open = await openApp(app)
  const session = {
    personId: app.persona('Priya').id,
    roles: [],
    userAgent: 'test',
    accessToken: null,
    strongAt: undefined,
    now: new Date(),
  }
  cookie = `${sessionCookieName(app.config.publicUrl)}=${(await createSession(app.db, session)).token}`
})
afterAll(async () => {
  await open.close()
  await app.close()
})

const events = async () => (await app.db.selectFrom('audit_events').select(['operation', 'outcome', 'reason']).execute()).length
function sendBytes(bytes: string | Buffer, { port = open.port, tls = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', rejectUnauthorized: false }
    const socket = tls ? connectTls(options) : connect(options)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.write(bytes)
  })
}
const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  rawRequest(open.port, { method: 'POST', target: '/views', headers: { cookie, 'content-type': 'application/json', ...headers }, body })
const views = async () => (await app.db.selectFrom('saved_views').select('id').execute()).length

describe('a slow body', () => {
  it.each<[string, string]>([
    ['30,000 equal elements', `{"columns":[${Array(30_000).fill('""').join()}]}`],
    ['18,000 equal elements, which are counted as taken', `{"columns":[${Array(18_000).fill('""').join()}]}`],
    ['5,000 levels in a list of different elements', `{"columns":[${'['.repeat(5_000)}${']'.repeat(5_000)}]}`],
    ['half a million levels', '['.repeat(500_000)],
    ['80,000 objects of different forms', `[${Array.from({ length: 80_000 }, (_, index) => `{"a${index}":0}`).join()}]`],
  ])('is rejected with one audit event and no change: %s', async (_title, body) => {
    const stateBefore = [await views(), await events()]
    const response = await post(body)
    expect([response.status, JSON.parse(response.body).code]).toEqual([400, 'invalidRequest'])
    expect([await views(), (await events()) - 1]).toEqual(stateBefore)
  })
})

describe('text that is not UTF-8', () => {
  it.each<[string, number, string | Buffer, Record<string, string>]>([
    ['bytes of Latin-1', 400, Buffer.from('{"name":"é"}', 'latin1'), {}],
    ['another charset', 415, '{}', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['an encoding', 415, '{}', { 'content-encoding': 'gzip' }],
  ])('is rejected in a body, without being stored: %s', async (_title, status, body, headers) => {
    const stateBefore = [await views(), await events()]
    expect((await post(body, headers)).status).toBe(status)
    expect([await views(), (await events()) - 1]).toEqual(stateBefore)
  })

  it.each([
    '/accounts/adv?search=%ff',
    '/accounts/adv?search=%c3',
    '/accounts/adv?%ed%a0%80=1',
    '/accounts/adv?search=\xe9',
    '/towers/%ff',
    '/towers/\xe9',
    '/accounts/adv?search=%',
  ])('is rejected in a URL: %s', async (target) => {
    const response = await rawRequest(open.port, { target, headers: { cookie } })
    expect([response.status, JSON.parse(response.body).code]).toEqual([400, 'invalidRequest'])
  })
})

it('rejects two Host headers, and a missing one', async () => {
  const injectedHeaders = { 'x-first': `1\r\nhost: 127.0.0.1:${open.port}` }
  const responses = [
    await rawRequest(open.port, { target: '/health', headers: injectedHeaders }),
    await rawRequest(open.port, { target: '/health', headers: { 'x-first': '1\r\nHOST: evil.example' } }),
    JSON.parse((await sendBytes('GET /health HTTP/1.1\r\nconnection: close\r\n\r\n')).split('\r\n\r\n')[1]!),
  ]
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400])
})

describe('a client that disconnects', () => {
  it('causes no audit event with a person’s name by disconnecting within a body', async () => {
    const eventsBefore = await events()
    const arrivedPromise = new Promise<IncomingMessage>((resolve) => open.server.server.once('request', resolve))
    const socket = connect(open.port, '127.0.0.1')
    const target = `/accounts/${crypto.randomUUID()}/setResourceTags`
    socket.write(
      `POST ${target} HTTP/1.1\r\nhost: 127.0.0.1:${open.port}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"half":`,
    )
    const request = await arrivedPromise
    // The body is read after the session is loaded.
    await until(() => request.listenerCount('data') > 0)
    const closedPromise = new Promise((resolve) => request.once('close', resolve))
    socket.destroy()
    await closedPromise
    // An event of the interrupted call would be recorded before the event of this call.
    expect((await post('{}')).status).toBe(400)
    await until(async () => (await events()) > eventsBefore)
    expect(await events()).toBe(eventsBefore + 1)
  })
})

describe('a call that the HTTP parser rejects', () => {
  const host = () => `host: 127.0.0.1:${open.port}\r\n`
  const cases: [string, number, () => string][] = [
    ['400', 400, () => 'nonsense\r\n\r\n'],
    ['400 of a header', 400, () => `GET /health HTTP/1.1\r\n${host()}bad header: 1\r\n\r\n`],
    ['417', 417, () => `GET /health HTTP/1.1\r\n${host()}expect: a-miracle\r\n\r\n`],
    ['431', 431, () => `GET /health HTTP/1.1\r\n${host()}x: ${'x'.repeat(65_536)}\r\n\r\n`],
  ]
  it.each(cases.flatMap((each) => [[...each, false] as const, [`${each[0]} over TLS`, each[1], each[2], true] as const]))(
    'returns the usual error response: %s',
    async (_title, status, request, tls) => {
      const port = tls ? Number(new URL(open.https).port) : open.port
      const text = await sendBytes(request(), { port, tls })
      expect(text.startsWith(`HTTP/1.1 ${status} `)).toBe(true)
      const [head = '', body = ''] = text.split('\r\n\r\n')
      const problem = JSON.parse(body)
      expect(problem).toMatchObject({ status, error: { code: problem.code, message: problem.message } })
      for (const line of [
        `x-request-id: ${problem.requestId}`,
        'content-type: application/problem+json; charset=utf-8',
        'cache-control: no-store',
      ])
        expect(head.toLowerCase()).toContain(line)
      for (const name of ['content-security-policy', 'strict-transport-security', 'x-content-type-options'])
        expect(head.toLowerCase()).toContain(`\r\n${name}: `)
    },
  )

  it('is not one with the longest filter', async () => {
    const filter = encodeURIComponent('€'.repeat(4_000))
    const request = `GET /accounts/adv?filter=${filter} HTTP/1.1\r\nconnection: close\r\n${host()}\r\n`
    for (const tls of [false, true]) {
      const port = tls ? Number(new URL(open.https).port) : open.port
      expect((await sendBytes(request, { port, tls })).slice(0, 13)).toBe('HTTP/1.1 401 ')
    }
  })

  it('gets 408 with the standard error body after a timeout', async () => {
    const slowApp = await openApp(app)
    slowApp.server.server.requestTimeout = 50
    slowApp.server.server.headersTimeout = 50
    const text = await sendBytes(`GET /health HTTP/1.1\r\n`, { port: slowApp.port })
    await slowApp.close()
    expect(text).toMatch(/^HTTP\/1.1 408 /)
    expect(text).toContain('"code":"requestTimeout"')
  })
})

describe('an HTTP method', () => {
  const allowed = async (method: string, target: string) => {
    const { status, headers } = await rawRequest(open.port, { method, target, headers: { cookie } })
    return [status, headers.allow]
  }

  it('returns 405 with the allowed methods at a URL that does not accept the method', async () => {
    const tower = `/towers/${app.company.towers[0]!.id}`
    expect(await allowed('PUT', tower)).toEqual([405, 'DELETE, GET, HEAD, PATCH'])
    expect(await allowed('DELETE', '/health')).toEqual([405, 'GET, HEAD'])
    expect(await allowed('OPTIONS', '/health')).toEqual([405, 'GET, HEAD'])
    expect(await allowed('GET', '/auth/logout')).toEqual([405, 'POST'])
    expect(await allowed('PROPFIND', '/reference')).toEqual([405, 'GET, HEAD'])
    expect(await allowed('PUT', '/nowhere')).toEqual([404, undefined])
    expect(await allowed('PUT', '/elsewhere/alert')).toEqual([404, undefined])
  })

  it('doesn’t write an audit event at a URL that does not accept the method', async () => {
    const eventsBefore = await events()
    await allowed('PUT', '/towers')
    expect(await events()).toBe(eventsBefore)
  })

  it('returns the same for HEAD as for GET, without the body', async () => {
    for (const target of ['/me', '/health', `/towers/${app.company.towers[0]!.id}`, '/towers', '/nowhere', '/openapi.json']) {
      const [getResponse, head] = [
        await rawRequest(open.port, { target, headers: { cookie } }),
        await rawRequest(open.port, { method: 'HEAD', target, headers: { cookie } }),
      ]
      const { date: _1, 'x-request-id': _2, 'x-ratelimit-remaining': _3, 'x-ratelimit-reset': _4, ...expected } = getResponse.headers
      expect([target, head.status, head.body]).toEqual([target, getResponse.status, ''])
      if (getResponse.status === 200) expect(head.headers).toMatchObject(expected)
    }
    expect((await rawRequest(open.port, { method: 'HEAD', target: '/me' })).status).toBe(401)
  })

  it('doesn’t start an export for HEAD, and doesn’t block the next export', async () => {
    const niamh = app.as(app.persona('Niamh').id)
    for (let round = 0; round < 6; round++) {
      const { status, headers, body } = await niamh.head('/accounts/adv/export.csv')
      expect([status, headers['content-type'], body]).toEqual([200, 'text/csv; charset=utf-8', ''])
      await until(async () => (await niamh.get('/accounts/adv/export.csv')).status === 200)
    }
  })
})

describe('If-None-Match', () => {
  const target = () => `/towers/${app.company.towers[0]!.id}`
  const priya = () => app.as(app.persona('Priya').id)
  const niamh = () => app.as(app.persona('Niamh').id)

  it('returns 304 to the same caller, until the data changes', async () => {
    const { headers, body } = await priya().get(target())
    const tag = String(headers.etag)
    for (const form of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const repeated = await priya().get(target(), { 'if-none-match': form })
      expect([repeated.status, repeated.body, repeated.headers.etag, repeated.headers['cache-control']]).toEqual([304, '', tag, 'no-store'])
    }
    expect((await priya().get(target(), { 'if-none-match': `"${body.version}"` })).status).toBe(200)
    await niamh().patch(target(), { description: 'Changed since.' })
    expect((await priya().get(target(), { 'if-none-match': tag })).status).toBe(200)
  })

  it('doesn’t return 304 to another person, and 401 to anonymous callers', async () => {
    const tag = String((await priya().get(target())).headers.etag)
    expect((await niamh().get(target(), { 'if-none-match': tag })).status).toBe(200)
    expect((await app.as(app.persona('Tomasz').id).get(target(), { 'if-none-match': tag })).status).toBe(200)
    expect((await app.as('anonymous').get(target(), { 'if-none-match': tag })).status).toBe(401)
  })
})
