import type { IncomingMessage, ServerResponse } from 'node:http'
import { Type } from 'typebox'
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { type Client, type Credential, createClient, type Route } from './client.ts'
import { ApiError } from './errors.ts'
import { ok } from './ok.ts'
import type { Operations as Product } from './operations.ts'
import { routes as product } from './routes.ts'
import { startHttpServer, startHttpsServer, type TestServer } from './testServer.ts'
import type { TypesOf } from './typesOf.ts'

interface Operations {
  getTower: { params: { id: string }; responses: { 200: { id: string }; 404: { code: string } } }
  listTowers: { query: { page?: number; sort?: string; owner?: string[] }; responses: { 200: { rows: string[] } } }
  createTower: { body: { name: string }; responses: { 201: { id: string } } }
  completeStores: { headers: { 'x-api-key': string }; body: string[]; responses: { 204: undefined } }
  getHealth: { responses: { 200: { status: 'healthy' }; 503: { status: 'unhealthy' } } }
}

const routes: Record<keyof Operations, Route> = {
  getTower: { method: 'GET', path: '/towers/{id}', statuses: [200, 404] },
  listTowers: { method: 'GET', path: '/towers', statuses: [200] },
  createTower: { method: 'POST', path: '/towers', statuses: [201] },
  completeStores: { method: 'PATCH', path: '/edge/completedStores', statuses: [204] },
  getHealth: { method: 'GET', path: '/health', statuses: [200, 503] },
}

interface Call {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

const servers: TestServer[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const server of servers.splice(0)) await server.close()
})

async function serve(start: typeof startHttpServer, answer: (response: ServerResponse, call: Call, n: number) => void) {
  const calls: Call[] = []
  const server = await start(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const call = { method: request.method!, url: request.url!, headers: request.headers, body }
    calls.push(call)
    answer(response, call, calls.length)
  })
  servers.push(server)
  return { host: server.origin, calls }
}

function json(response: ServerResponse, status: number, body?: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

function issuer() {
  const requests: ({ claims?: string } | undefined)[] = []
  const credential: Credential = {
    async getToken(_, options) {
      requests.push(options)
      return { token: `t${requests.length}`, expiresOnTimestamp: Date.now() + 3_600_000 }
    },
  }
  return { credential, requests }
}

function thrown(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )
}

const challenge = (claims: string) => ({ 'www-authenticate': `Bearer realm="", error="insufficient_claims", claims="${claims}"` })

describe('a client call', () => {
  it('fills the path, the query and the body', async () => {
    const { host, calls } = await serve(startHttpServer, (response, call) =>
      json(response, call.method === 'POST' ? 201 : 200, { id: 'x' }),
    )
    const client = createClient<Operations>({ host: `${host}/`, routes })
    await client.getTower({ params: { id: 'a/b?c#d é' } })
    await client.listTowers({ query: { page: 2, sort: 'name desc', owner: ['x', 'y&z'] } })
    await client.listTowers()
    await client.createTower({ body: { name: 'Commerce' } })
    expect(calls.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/towers/a%2Fb%3Fc%23d%20%C3%A9', ''],
      ['GET', '/towers?page=2&sort=name+desc&owner=x&owner=y%26z', ''],
      ['GET', '/towers', ''],
      ['POST', '/towers', '{"name":"Commerce"}'],
    ])
    expect(calls.every(({ headers }) => headers.accept === 'application/json')).toBe(true)
    expect(calls[3]!.headers['content-type']).toBe('application/json')
  })

  it('keeps the path of the host’s URL, and sends the headers of the client and of the call', async () => {
    const { host, calls } = await serve(startHttpServer, (response) => json(response, 204))
    const client = createClient<Operations>({ host: `${host}/api/`, routes, headers: { 'x-tool': 'cli' } })
    const response = await client.completeStores({ headers: { 'x-api-key': 'secret' }, body: ['0042'] })
    expect(response).toMatchObject({ status: 204, body: undefined })
    expect(calls[0]).toMatchObject({ url: '/api/edge/completedStores', body: '["0042"]' })
    expect(calls[0]!.headers).toMatchObject({ 'x-api-key': 'secret', 'x-tool': 'cli' })
  })

  it('throws without a host', () => {
    expect(() => createClient<Operations>({ host: '', routes })).toThrow(Error)
    expect(() => createClient<Operations>({ host: 'not a host', routes })).toThrow(TypeError)
  })

  it.each([undefined, '', '.', '..'])('is not sent when a path parameter is %j', async (id) => {
    const { host, calls } = await serve(startHttpServer, (response) => json(response, 200, {}))
    const client = createClient<Operations>({ host, routes })
    await expect(client.getTower({ params: { id: id as string } })).rejects.toThrow(/ id /)
    expect(calls).toEqual([])
  })

  it('takes its types from the schemas of an operation', () => {
    const operation = {
      params: Type.Object({ id: Type.String() }),
      query: undefined,
      body: Type.Object({ name: Type.String(), code: Type.Optional(Type.String()) }),
      responses: { 200: Type.Object({ version: Type.Number() }), 204: Type.Undefined() },
    }
    type Types = TypesOf<typeof operation>
    expectTypeOf<Types['responses']>().toEqualTypeOf<{ 200: { version: number }; 204: undefined }>()
    expectTypeOf<Parameters<Client<{ updateTower: Types }>['updateTower']>[0]>().toExtend<{
      params: { id: string }
      query?: undefined
      body: { name: string; code?: string }
    }>()
  })

  it('has the input and result types of its operation', () => {
    type Methods = Client<Operations>
    expectTypeOf<Parameters<Methods['getTower']>[0]>().toEqualTypeOf<Parameters<Methods['getTower']>[0] & { params: { id: string } }>()
    expectTypeOf<Parameters<Methods['getHealth']>['length']>().toEqualTypeOf<0 | 1 | 2>()
    expectTypeOf<Parameters<Methods['createTower']>['length']>().toEqualTypeOf<1 | 2>()
    expectTypeOf<Awaited<ReturnType<Methods['getTower']>>['status']>().toEqualTypeOf<200 | 404>()
  })
})

describe('a response', () => {
  it('returns any declared status', async () => {
    const { host } = await serve(startHttpServer, (response, { url }) =>
      url === '/health' ? json(response, 503, { status: 'unhealthy' }) : json(response, 404, { code: 'notFound' }),
    )
    const client = createClient<Operations>({ host, routes })
    expect(await client.getHealth()).toMatchObject({ status: 503, body: { status: 'unhealthy' } })
    const response = await client.getTower({ params: { id: 'x' } })
    if (response.status === 404) expectTypeOf(response.body).toEqualTypeOf<{ code: string }>()
    expect(response).toMatchObject({ status: 404, body: { code: 'notFound' } })
    expect(() => ok(response)).toThrow(ApiError)
  })

  it('unwraps the body of its success statuses', async () => {
    const { host } = await serve(startHttpServer, (response) => json(response, 200, { id: 'x' }))
    const tower = ok(await createClient<Operations>({ host, routes }).getTower({ params: { id: 'x' } }))
    expectTypeOf(tower).toEqualTypeOf<{ id: string }>()
    expect(tower).toEqual({ id: 'x' })
  })

  it.each([
    ['under error', { error: { code: 'conflict', message: 'Taken.' } }, { code: 'conflict', message: 'Taken.' }],
    ['at the top', { code: 'conflict', message: 'Taken.' }, { code: 'conflict', message: 'Taken.' }],
    [
      'as problem details',
      { title: 'Conflict', detail: 'Taken.', code: 'conflict', requestId: 'r1', errors: [{ path: '/name', message: 'Taken.' }] },
      { code: 'conflict', message: 'Taken.', requestId: 'r1', errors: [{ path: '/name', message: 'Taken.' }] },
    ],
    ['nowhere', { some: 'thing' }, { code: undefined, message: 'The service returned status 409.' }],
    ['in no body', undefined, { code: undefined, message: 'The service returned status 409.' }],
  ])('throws an ApiError for an undeclared status, with code and message %s', async (_, body, expected) => {
    const { host } = await serve(startHttpServer, (response) => json(response, 409, body, { 'x-request-id': 'r1' }))
    const error = await thrown(createClient<Operations>({ host, routes }).createTower({ body: { name: 'x' } }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 409, requestId: 'r1', ...expected })
  })

  it.each([
    ['broken JSON', 'application/json', '{"id":'],
    ['a page of HTML', 'text/html', '<h1>Sign in</h1>'],
  ])('throws when the body is %s', async (_, type, content) => {
    const { host } = await serve(startHttpServer, (response) => void response.writeHead(200, { 'content-type': type }).end(content))
    const error = await thrown(createClient<Operations>({ host, routes }).getTower({ params: { id: 'x' } }))
    expect(error).toMatchObject({ status: 200, code: 'unreadableAnswer' })
  })

  it('throws for a redirect without following it', async () => {
    const otherServer = await serve(startHttpServer, (response) => json(response, 200, { id: 'x' }))
    const { host } = await serve(startHttpServer, (response) =>
      json(response, 302, undefined, { location: `${otherServer.host}/towers/x` }),
    )
    await expect(createClient<Operations>({ host, routes }).getTower({ params: { id: 'x' } })).rejects.toThrow()
    expect(otherServer.calls).toEqual([])
  })
})

describe('an error response', () => {
  const errorResponse = (status: number, code: string) =>
    serve(startHttpServer, (response) => json(response, status, { code, message: 'No.', error: { code, message: 'No.' } }))

  it('is thrown when the contract doesn’t declare it, including on Slipway’s own routes', async () => {
    for (const [status, code] of [
      [400, 'invalidRequest'],
      [403, 'forbidden'],
      [404, 'notFound'],
      [409, 'wrongState'],
      [500, 'internal'],
      [503, 'unavailable'],
    ] as const) {
      const { host } = await errorResponse(status, code)
      const client = createClient<Product>({ host, routes: product })
      expect(await thrown(client.listTowers())).toMatchObject({ name: 'ApiError', status, code, message: 'No.' })
    }
  })

  it('is returned with its type when the contract declares it', async () => {
    const { host } = await errorResponse(401, 'unauthorised')
    const client = createClient<Product>({ host, routes: product })
    const response = await client.getMyAccount({ params: { id: 'x' } })
    expect(response).toMatchObject({ status: 401, body: { code: 'unauthorised' } })
    if (response.status === 401) expectTypeOf(response.body.message).toEqualTypeOf<string>()
    expect(await thrown(client.listTowers())).toMatchObject({ status: 401 })
  })

  it('is returned instead of thrown if the call requests that', async () => {
    const { host } = await errorResponse(403, 'forbidden')
    const client = createClient<Product>({ host, routes: product })
    const response = await client.listTowers(undefined, { errorHandling: 'return' })
    expect(response).toBeInstanceOf(ApiError)
    if (response instanceof ApiError) expect(response).toMatchObject({ status: 403, code: 'forbidden' })
    else expectTypeOf(response.status).toEqualTypeOf<200>()
    await expect(
      createClient<Product>({ host: 'http://127.0.0.1:1', routes: product }).listTowers({}, { errorHandling: 'return' }),
    ).rejects.toThrow(TypeError)
  })

  it('belongs to a call whose types have an x-api-key header only if it accepts an API key', () => {
    type Headers<Id extends keyof Product> = NonNullable<NonNullable<Parameters<Client<Product>[Id]>[0]>['headers']>
    expectTypeOf<Headers<'completedStores'>>().toHaveProperty('x-api-key')
    expectTypeOf<Headers<'updateApp'>>().toHaveProperty('x-api-key')
    expectTypeOf<Headers<'listTowers'>>().not.toHaveProperty('x-api-key')
  })
})

describe('a timeout', () => {
  it('is unlimited by default', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const requestReceived = Promise.withResolvers<ServerResponse>()
    const { host } = await serve(startHttpServer, (response) => requestReceived.resolve(response))
    const answer = createClient<Operations>({ host, routes }).getHealth()
    const response = await requestReceived.promise
    await vi.advanceTimersByTimeAsync(240_000)
    json(response, 200, { status: 'healthy' })
    expect(await answer).toMatchObject({ status: 200 })
  })

  it.each([
    ['the client', { timeout: 5_000 }, {}],
    ['the call', { timeout: 60_000 }, { timeout: 5_000 }],
  ])('applies the timeout of %s', async (_, ofClient, ofCall) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const requestReceived = Promise.withResolvers<ServerResponse>()
    const { host } = await serve(startHttpServer, (response) => requestReceived.resolve(response))
    let hasEnded = false
    const error = thrown(createClient<Operations>({ host, routes, ...ofClient }).getHealth({}, ofCall)).finally(() => {
      hasEnded = true
    })
    await requestReceived.promise
    await vi.advanceTimersByTimeAsync(4_999)
    expect(hasEnded).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await error).toMatchObject({ name: 'TimeoutError' })
  })

  it('doesn’t delay an abort by the caller, even while a token is fetched', async () => {
    const { host, calls } = await serve(startHttpsServer, () => {})
    const credential: Credential = { getToken: () => new Promise(() => {}) }
    const stop = new AbortController()
    const response = thrown(createClient<Operations>({ host, routes, credential }).getHealth({}, { signal: stop.signal }))
    stop.abort(new Error('No longer wanted.'))
    expect(await response).toMatchObject({ message: 'No longer wanted.' })
    expect(calls).toEqual([])
  })
})

describe('a bearer token', () => {
  it('is fetched only for an https host', async () => {
    const { host, calls } = await serve(startHttpServer, (response) => json(response, 200, {}))
    const { credential, requests } = issuer()
    await expect(createClient<Operations>({ host, routes, credential }).getHealth()).rejects.toThrow(Error)
    expect(requests).toEqual([])
    expect(calls).toEqual([])
  })

  it('is fetched once and sent with each call', async () => {
    const { host, calls } = await serve(startHttpsServer, (response) => json(response, 200, { status: 'healthy' }))
    const { credential, requests } = issuer()
    const client = createClient<Operations>({ host, routes, credential })
    await Promise.all([client.getHealth(), client.getHealth(), client.getHealth()])
    expect(calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1'])
    expect(requests).toHaveLength(1)
  })

  it('is not sent in cookie mode', async () => {
    const { host, calls } = await serve(startHttpServer, (response) => json(response, 200, { status: 'healthy' }))
    const recorded: RequestInit[] = []
    const spy: typeof fetch = (url, init) => {
      recorded.push(init!)
      return fetch(url, init)
    }
    await createClient<Operations>({ host, routes, fetch: spy }).getHealth()
    expect(calls[0]!.headers.authorization).toBeUndefined()
    expect(recorded[0]!.credentials).toBe('same-origin')
  })
})

describe('a 401 with a claims challenge', () => {
  it.each(['insufficient_claims', 'invalid_token'])('leads to one new token and a repeated call (error %s)', async (error) => {
    const claims = '{"access_token":{"acrs":{"essential":true,"value":"c1"}}}'
    const { host, calls } = await serve(startHttpsServer, (response, _, n) =>
      n === 1
        ? json(response, 401, {}, { 'www-authenticate': `Bearer error="${error}", claims="${btoa(claims)}"` })
        : json(response, 201, { id: 'x' }),
    )
    const { credential, requests } = issuer()
    const response = await createClient<Operations>({ host, routes, credential }).createTower({ body: { name: 'Commerce' } })
    expect(response).toMatchObject({ status: 201, body: { id: 'x' } })
    expect(calls.map(({ headers, body }) => [headers.authorization, body])).toEqual([
      ['Bearer t1', '{"name":"Commerce"}'],
      ['Bearer t2', '{"name":"Commerce"}'],
    ])
    expect(requests.map((request) => request?.claims)).toEqual([undefined, claims])
  })

  it('is returned to the caller when the repeated call gets a second challenge', async () => {
    const { host, calls } = await serve(startHttpsServer, (response) => json(response, 401, {}, challenge(btoa('{}'))))
    const { credential, requests } = issuer()
    const error = await thrown(createClient<Operations>({ host, routes, credential }).getHealth())
    expect(error).toMatchObject({ status: 401 })
    expect(calls).toHaveLength(2)
    expect(requests).toHaveLength(2)
  })

  it('returns the required claims in cookie mode', async () => {
    const claims = '{"access_token":{"acrs":{"essential":true,"value":"c1"}}}'
    const { host, calls } = await serve(startHttpServer, (response) =>
      json(response, 401, { code: 'stepUpNeeded' }, challenge(btoa(claims))),
    )
    const error = await thrown(createClient<Operations>({ host, routes }).getHealth())
    expect(error).toMatchObject({ status: 401, code: 'stepUpNeeded', claims })
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['that cannot be decoded', challenge('%%%')],
    ['without claims', { 'www-authenticate': 'Bearer error="invalid_token"' }],
  ])('is returned without a second attempt: %s', async (_, headers) => {
    const { host, calls } = await serve(startHttpsServer, (response) => json(response, 401, { code: 'unauthorised' }, headers))
    const { credential, requests } = issuer()
    const error = await thrown(createClient<Operations>({ host, routes, credential }).getHealth())
    expect(error).toMatchObject({ status: 401, code: 'unauthorised' })
    expect(calls).toHaveLength(1)
    expect(requests).toHaveLength(1)
  })

  it('leads to one new token for all calls with the same challenge', async () => {
    const { host } = await serve(startHttpsServer, (response, { headers }) =>
      headers.authorization === 'Bearer t1' ? json(response, 401, {}, challenge(btoa('{}'))) : json(response, 200, { status: 'healthy' }),
    )
    const { credential, requests } = issuer()
    const client = createClient<Operations>({ host, routes, credential })
    const responses = await Promise.all(Array.from({ length: 10 }, () => client.getHealth()))
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    expect(requests).toHaveLength(2)
  })
})
