import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { startHttpsServer, type TestServer } from '../../client/testServer.ts'
import type { Clock } from './clock.ts'
import { ExternalError } from './externalError.ts'
import { createSend, type ExternalOptions } from './pipeline.ts'
import { failedCallTexts } from './reportFailedCalls.ts'
import { describeServiceError, responseProblems } from './serviceResponse.ts'

interface Call {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
type TestResponse = (response: ServerResponse, call: Call, n: number) => void

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** A clock that only waits advance. Waits are recorded and end immediately. */
function movedClock(): Clock & { waits: number[] } {
  let now = Date.parse('2026-03-01T09:00:00Z')
  const delays: number[] = []
  return {
    waits: delays,
    now: () => now,
    async wait(ms) {
      delays.push(ms)
      now += ms
    },
  }
}

async function serve(apiResponse: TestResponse, options: Partial<ExternalOptions> = {}) {
  const calls: Call[] = []
  const server = await startHttpsServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    calls.push({ method: request.method!, url: request.url!, headers: request.headers, body })
    apiResponse(response, calls.at(-1)!, calls.length)
  })
  servers.push(server)
  const lines: { fields: object; message: string }[] = []
  const log = (fields: object, message: string) => void lines.push({ fields, message })
  const clock = movedClock()
  const logger = { debug: log, info: log, warn: log }
  const send = createSend({ name: 'Azure', endpoint: server.origin, logger, clock, ...options })
  return { send, calls, clock, lines, origin: server.origin }
}

const json = (response: ServerResponse, status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const thrown = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

const failFirst =
  (n: number, respondBadly: (response: ServerResponse) => void): TestResponse =>
  (response, _, call) =>
    call <= n ? respondBadly(response) : json(response, 200, { ok: true })

it('logs a call that fails repeatedly once, and its failures when it succeeds', async () => {
  const shownLines: object[] = []
  const log = (fields: object) => void shownLines.push(fields)
  const { send } = await serve(
    failFirst(3, (response) => json(response, 403)),
    { logger: { debug() {}, info: log, warn: log } },
  )
  const put = () => send({ method: 'PUT', path: '/budgets/1', body: {} })
  for (let n = 0; n < 3; n++) await thrown(put())
  await put()
  const call = { service: 'Azure', method: 'PUT', path: '/budgets/1' }
  expect(shownLines).toMatchObject([
    { ...call, status: 403 },
    { ...call, failures: 3 },
  ])
})

describe('a request', () => {
  it('contains the query, JSON, and headers that identify Slipway', async () => {
    const { send, calls } = await serve((response) => json(response, 201, { id: 1 }))
    const reply = await send({ method: 'PUT', path: '/things/a%20b', query: { 'api-version': '1', none: undefined }, body: { name: 'x' } })
    expect(reply).toMatchObject({ status: 201, body: { id: 1 } })
    expect(calls[0]).toMatchObject({ method: 'PUT', url: '/things/a%20b?api-version=1', body: '{"name":"x"}' })
    expect(calls[0]!.headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' })
    expect(calls[0]!.headers['user-agent']).toMatch(/^Slipway /)
    expect(calls[0]!.headers['x-ms-client-request-id']).toMatch(/^[\da-f-]{36}$/)
  })

  it('keeps the path of the endpoint, and can be sent as a form', async () => {
    const server = await serve((response) => json(response, 200))
    const send = createSend({ name: 'Azure', endpoint: `${server.origin}/v1.0/`, logger: { debug() {}, info() {}, warn() {} } })
    await send({ method: 'POST', path: '/users', body: new URLSearchParams({ a: 'b c' }) })
    expect(server.calls[0]).toMatchObject({ url: '/v1.0/users', body: 'a=b+c' })
    expect(server.calls[0]!.headers['content-type']).toBe('application/x-www-form-urlencoded')
  })

  it.each(['/users/../groups', '/users/%2e%2E/x', '/users/.'])('can’t leave the endpoint’s path: %s', async (path) => {
    const { send, calls } = await serve((response) => json(response, 200))
    await expect(send({ method: 'GET', path })).rejects.toMatchObject({ code: 'badPath', retryable: false })
    expect(calls).toEqual([])
  })

  it('can have an absolute URL, but only of its own origin', async () => {
    const otherServer = await serve((response) => json(response, 200))
    const { send, calls, origin } = await serve((response) => json(response, 200))
    await send({ method: 'GET', path: `${origin}/next?$skiptoken=a%2Bb` })
    expect(calls[0]!.url).toBe('/next?$skiptoken=a%2Bb')
    const error = await thrown(send({ method: 'GET', path: `${otherServer.origin}/next` }))
    expect(error).toMatchObject({ code: 'foreignOrigin', retryable: false, message: expect.stringContaining(otherServer.origin) })
    expect(otherServer.calls).toEqual([])
  })

  it('doesn’t follow a redirect', async () => {
    const otherServer = await serve((response) => json(response, 200))
    const { send, calls } = await serve((response) => json(response, 307, {}, { location: `${otherServer.origin}/x` }))
    await expect(send({ method: 'GET', path: '/x' })).rejects.toMatchObject({ code: 'redirected', status: 307, retryable: false })
    expect([calls.length, otherServer.calls.length]).toEqual([1, 0])
  })

  it('is never sent over http', () => {
    const logger = { debug() {}, info() {}, warn() {} }
    expect(() => createSend({ name: 'Azure', endpoint: 'http://127.0.0.1:1', logger })).toThrow(/^Azure .*http:/)
  })
})

describe('a response', () => {
  it('is validated against its schema', async () => {
    const { send } = await serve((response) => json(response, 200, { id: 7, extra: true }))
    const reply = await send({ method: 'GET', path: '/x' })
    expect(reply.as(Type.Object({ id: Type.Number() }))).toEqual({ id: 7, extra: true })
    expect(() => reply.as(Type.Object({ id: Type.String() }))).toThrow(
      expect.objectContaining({ code: 'unexpectedAnswer', message: expect.stringContaining('/id') }),
    )
  })

  it('can be empty, compressed, or an accepted error', async () => {
    const { send } = await serve((response, { url }, n) => {
      if (n === 1) response.writeHead(202).end()
      else if (n === 2) response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(gzipSync('{"a":1}'))
      else json(response, 404, { url })
    })
    expect(await send({ method: 'GET', path: '/x' })).toMatchObject({ status: 202, body: undefined })
    expect(await send({ method: 'GET', path: '/x' })).toMatchObject({ status: 200, body: { a: 1 } })
    expect(await send({ method: 'GET', path: '/x', accept: [404] })).toMatchObject({ status: 404 })
  })

  it.each([
    [400, { error: { code: 'InvalidTemplate', message: 'No such region.' } }, 'InvalidTemplate', /rejected the request.*No such region\./],
    [403, { error: { code: 'AuthorizationFailed', message: 'No.' } }, 'AuthorizationFailed', /denied Slipway’s request: No\./],
    [404, { message: 'Not Found', documentation_url: 'x' }, 'http404', /didn’t find the requested item: Not Found/],
    [404, { error: { message: 'No Record found', detail: 'ACL' }, status: 'failure' }, 'http404', /No Record found ACL/],
    [
      422,
      { message: 'Validation Failed', errors: [{ message: 'A pull request exists.' }] },
      'http422',
      /Validation Failed A pull request exists\./,
    ],
    [400, { error: 'invalid_client', error_description: 'Bad secret.' }, 'invalid_client', /Bad secret\./],
    [
      400,
      { error: { code: 'BadRequest', message: 'x', details: [{ code: 'InvalidQuery', message: 'Line 1.' }] } },
      'BadRequest',
      /x Line 1\./,
    ],
  ])('reports the service’s message with status %i (%j)', async (status, body, code, message) => {
    const { send, calls } = await serve((response) => json(response, status, body, { 'x-ms-request-id': 'r1' }))
    const error = await thrown(send({ method: 'GET', path: '/x' }))
    expect(error).toBeInstanceOf(ExternalError)
    expect(error).toMatchObject({
      service: 'Azure',
      status,
      code,
      requestId: 'r1',
      retryable: false,
      message: expect.stringMatching(message),
    })
    expect(calls).toHaveLength(1)
  })

  it('is marked as retryable when another operation blocks the resource', async () => {
    const { send } = await serve((response) => json(response, 409, { error: { code: 'AnotherOperationInProgress', message: 'Wait.' } }))
    await expect(send({ method: 'PUT', path: '/x' })).rejects.toMatchObject({ status: 409, retryable: true })
  })

  it('has a separate error code when it is a web page', async () => {
    const { send, calls } = await serve(
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hibernating'),
    )
    await expect(send({ method: 'GET', path: '/x' })).rejects.toMatchObject({ code: 'htmlAnswer', retryable: true })
    expect(calls).toHaveLength(1)
  })

  it('is not read beyond the maximum size', async () => {
    const { send, calls } = await serve(
      (response) => {
        const writeMore = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
        }
        response.on('drain', writeMore).writeHead(200)
        writeMore()
      },
      { maxBytes: 1_000_000 },
    )
    await expect(send({ method: 'GET', path: '/x' })).rejects.toMatchObject({ code: 'answerTooLarge', retryable: false })
    expect(calls).toHaveLength(1)
  })
})

describe('a retry', () => {
  it.each([
    ['retry-after in seconds', { 'retry-after': '7' }, 7_000],
    ['retry-after as a date', { 'retry-after': 'Sun, 01 Mar 2026 09:00:05 GMT' }, 5_000],
    ['retry-after-ms', { 'retry-after-ms': '250' }, 250],
    ['x-ms-retry-after-ms', { 'x-ms-retry-after-ms': '1500' }, 1_500],
    ['the longest of several: seconds', { 'x-ms-retry-after-ms': '1500', 'retry-after-ms': '250', 'retry-after': '9' }, 9_000],
    ['the longest of several: milliseconds', { 'retry-after-ms': '7500', 'retry-after': '7' }, 7_500],
    [
      'the longest of several: the cost headers',
      {
        'retry-after': '1',
        'x-ms-ratelimit-microsoft.costmanagement-qpu-retry-after': '2',
        'x-ms-ratelimit-microsoft.costmanagement-entity-retry-after': '6',
        'x-ms-ratelimit-microsoft.costmanagement-client-retry-after': '4',
      },
      6_000,
    ],
    ['the cost headers', { 'x-ms-ratelimit-microsoft.costmanagement-entity-retry-after': '3' }, 3_000],
    ['the quota of Resource Graph', { 'x-ms-user-quota-remaining': '0', 'x-ms-user-quota-resets-after': '00:00:05' }, 5_000],
    [
      'the quota of GitHub',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.parse('2026-03-01T09:00:04Z') / 1_000) },
      4_000,
    ],
  ])('waits as long as %s requests', async (_, headers, wait) => {
    const { send, clock } = await serve(failFirst(1, (response) => json(response, 429, {}, headers)))
    expect((await send({ method: 'GET', path: '/x' })).body).toEqual({ ok: true })
    expect(clock.waits).toEqual([wait])
  })

  it('waits with jitter, twice as long each time, when the response doesn’t request a delay', async () => {
    const { send, clock, calls } = await serve((response) => json(response, 429))
    await expect(send({ method: 'GET', path: '/x' })).rejects.toMatchObject({
      status: 429,
      retryable: true,
      message: describeServiceError('Azure', 429, undefined, undefined),
    })
    expect(calls).toHaveLength(5)
    expect(clock.waits).toHaveLength(4)
    clock.waits.forEach((wait, n) => {
      expect(wait).toBeGreaterThanOrEqual(250 * 2 ** n)
      expect(wait).toBeLessThanOrEqual(500 * 2 ** n)
    })
  })

  it.each([408, 500, 502, 503, 504])('follows %i for GET, PUT and DELETE, not for POST', async (status) => {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const { send, calls } = await serve(failFirst(2, (response) => json(response, status)))
      await send({ method, path: '/x' })
      expect(calls).toHaveLength(3)
    }
    const { send, calls } = await serve(failFirst(2, (response) => json(response, status)))
    await expect(send({ method: 'POST', path: '/x', body: {} })).rejects.toMatchObject({ status, retryable: true })
    expect(calls).toHaveLength(1)
  })

  it.each([501, 505, 400, 404, 409])('does not follow %i', async (status) => {
    const { send, calls } = await serve((response) => json(response, status))
    await expect(send({ method: 'GET', path: '/x' })).rejects.toMatchObject({ status, retryable: false })
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['is reset before it comes', (response: ServerResponse) => void response.socket!.destroy()],
    [
      'breaks off',
      (response: ServerResponse) =>
        void response.writeHead(200, { 'content-length': '100' }).write('{"a":', () => response.socket!.destroy()),
    ],
    [
      'is truncated JSON',
      (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"value":[{"id"'),
    ],
  ])('follows a response that %s, for a POST only if the POST is idempotent', async (_, respondBadly) => {
    const repeatableServer = await serve(failFirst(1, respondBadly))
    expect((await repeatableServer.send({ method: 'POST', path: '/x', body: {}, idempotent: true })).body).toEqual({ ok: true })
    expect((await repeatableServer.send({ method: 'GET', path: '/x' })).body).toEqual({ ok: true })
    const unrepeatableServer = await serve(failFirst(1, respondBadly))
    await expect(unrepeatableServer.send({ method: 'POST', path: '/x', body: {} })).rejects.toMatchObject({ retryable: true })
    expect(unrepeatableServer.calls).toHaveLength(1)
  })

  it('follows a 429 or a refused connection even for a POST, because nothing was done', async () => {
    const { send, calls } = await serve(failFirst(1, (response) => json(response, 429, {}, { 'retry-after': '1' })))
    await send({ method: 'POST', path: '/x', body: {} })
    expect(calls).toHaveLength(2)
    const closedServer = await serve((response) => json(response, 200))
    await servers.pop()!.close()
    await expect(closedServer.send({ method: 'POST', path: '/x', body: {} })).rejects.toMatchObject({
      code: 'unreachable',
      retryable: true,
    })
    expect(closedServer.clock.waits).toHaveLength(4)
  })

  it('follows a 403 with a Retry-After header', async () => {
    const { send, clock } = await serve(
      failFirst(1, (response) => json(response, 403, { message: 'secondary rate limit' }, { 'retry-after': '2' })),
    )
    await send({ method: 'POST', path: '/x', body: {} })
    expect(clock.waits).toEqual([2_000])
  })

  it('does not exceed the deadline, and passes the requested wait on in the error', async () => {
    const { send, clock, calls } = await serve((response) => json(response, 503, {}, { 'retry-after': '60' }))
    const error = await thrown(send({ method: 'GET', path: '/x' }))
    expect(error).toMatchObject({
      status: 503,
      retryable: true,
      retryAfterMs: 60_000,
      message: describeServiceError('Azure', 503, undefined, 60_000),
    })
    expect([calls.length, clock.waits.length]).toEqual([1, 0])
  })
})

describe('the time limit', () => {
  it('ends the call at the deadline', async () => {
    const { send } = await serve(() => {}, { deadlineMs: 40 })
    await expect(send({ method: 'GET', path: '/x' })).rejects.toMatchObject({
      code: 'timeout',
      retryable: true,
      message: responseProblems.timeout('Azure'),
    })
  })

  it('includes the time to read a slow response', async () => {
    const { send } = await serve((response) => void response.writeHead(200).write('{'), { deadlineMs: 60 })
    await expect(send({ method: 'GET', path: '/x' })).rejects.toMatchObject({ code: 'timeout' })
  })

  it('ends the call when the caller aborts, with the caller’s reason', async () => {
    const stop = new AbortController()
    const { send } = await serve(() => stop.abort(new Error('Shutting down.')))
    await expect(send({ method: 'GET', path: '/x', signal: stop.signal })).rejects.toThrow('Shutting down.')
  })
})

describe('a credential', () => {
  const tokens = () => {
    const requestedClaims: unknown[] = []
    const getToken = async (_: unknown, options?: { claims?: string }) => {
      requestedClaims.push(options?.claims)
      return { token: `t${requestedClaims.length}`, expiresOnTimestamp: Date.now() + 3_600_000 }
    }
    return { requestedClaims, credential: { getToken }, scopes: ['https://management.azure.com/.default'] }
  }

  it('has its token renewed before the expiry, and once after a claims challenge', async () => {
    const { requestedClaims, ...options } = tokens()
    const challenge = { 'www-authenticate': `Bearer error="insufficient_claims", claims="${btoa('{"a":1}')}"` }
    const { send, calls } = await serve((response, _, n) => (n === 2 ? json(response, 401, {}, challenge) : json(response, 200)), options)
    await send({ method: 'GET', path: '/x' })
    await send({ method: 'POST', path: '/x', body: {} })
    expect(calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2'])
    expect(requestedClaims).toEqual([undefined, '{"a":1}'])
  })

  it('is reported when it is rejected', async () => {
    const rejection = { getToken: () => Promise.reject(Object.assign(new Error('AADSTS7000215 secret'), { statusCode: 401 })) }
    const { send, calls, lines } = await serve((response) => json(response, 200), { credential: rejection, scopes: ['x'] })
    await expect(send({ method: 'GET', path: '/x' })).rejects.toMatchObject({
      code: 'signInFailed',
      retryable: false,
      message: expect.stringContaining('Azure'),
    })
    expect(lines[0]).toMatchObject({ fields: { code: 'signInFailed', reason: 'AADSTS7000215 secret' } })
    expect(calls).toEqual([])
  })

  it('is requested again when the issuer fails', async () => {
    let tokenRequestCount = 0
    const getToken = async () => {
      if (++tokenRequestCount === 1) throw new Error('The issuer is down.')
      return { token: 't', expiresOnTimestamp: Date.now() + 3_600_000 }
    }
    const { send } = await serve((response) => json(response, 200), { credential: { getToken }, scopes: ['x'] })
    await send({ method: 'POST', path: '/x', body: {} })
    expect(tokenRequestCount).toBe(2)
  })

  it('is absent from log lines and errors, like secrets', async () => {
    const secret = 'c2VjcmV0OnBhc3N3b3Jk'
    const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl'
    const { send, lines } = await serve(
      (response, { headers }) =>
        json(response, 400, {
          message: `Bad ${headers.authorization} and ${jwt}`,
          password: 'hunter2',
          nested: { client_secret: 'hunter3' },
        }),
      { headers: { authorization: `Basic ${secret}` } },
    )
    const error = (await thrown(send({ method: 'GET', path: '/x', query: { sig: 'hunter4' } }))) as ExternalError
    const serialized = JSON.stringify([lines, error.message, error.excerpt, { ...error }])
    for (const each of [secret, jwt, 'hunter2', 'hunter3', 'hunter4']) expect(serialized).not.toContain(each)
    expect(error.excerpt).toContain('[redacted]')
    expect(lines.at(-1)).toMatchObject({
      message: failedCallTexts.lost,
      fields: { service: 'Azure', method: 'GET', path: '/x', status: 400 },
    })
  })
})
