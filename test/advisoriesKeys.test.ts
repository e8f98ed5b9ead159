import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessDenials } from '../server/auth/access.ts'
import { createSession } from '../server/auth/session.ts'
import { startTestApp, type TestApp } from './app.ts'
import { type OpenApp, openApp } from './openApp.ts'
import { rawRequest } from './rawRequest.ts'

let app: TestApp
let replicas: [OpenApp, OpenApp]
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  replicas = await Promise.all([openApp(app), openApp(app)])
})
afterAll(async () => {
  await Promise.all(replicas.map(({ close }) => close()))
  await app.close()
})

type Headers = Record<string, string>
interface TestCall {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Headers
  body?: unknown
}

function send(
  agent: Agent,
  { port }: OpenApp,
  { method = 'GET', path, headers, body }: TestCall,
): Promise<{ status: number; text: string }> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const requestHeaders = payload === undefined ? headers : { ...headers, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const outgoingRequest = request({ agent, host: '127.0.0.1', port, method, path, headers: requestHeaders }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    outgoingRequest.on('error', reject)
    outgoingRequest.end(payload)
  })
}

const cookieOf = async (personId: string, roles: string[] = []) => {
  const { token } = await createSession(app.db, { personId, roles, userAgent: undefined, accessToken: null, now: new Date() })
  return { cookie: `slipway-session=${token}` }
}
const activeAccounts = () => app.company.accounts.filter(({ status, kind }) => status === 'active' && kind === 'cloud')

const withoutId = (text: string) => text.replace(/"requestId":"[0-9a-f-]{36}"/g, '')

describe('fifty people and four keys in concurrent calls over eight connections (CVE-2022-39328)', () => {
  it('returns the same bytes to each caller as a single call', async () => {
    const owners = [...new Set(activeAccounts().flatMap(({ ownerIds }) => ownerIds))].slice(0, 50)
    const active = await app.db.selectFrom('people').select('id').where('id', 'in', owners).where('active', '=', true).execute()
    const accounts = activeAccounts().slice(0, 2)
    const keys = await Promise.all([
      ...accounts.map(({ id }) => app.withKey(['deploy'], { accountIds: [id] })),
      app.withKey(['edge:complete']),
      app.withKey(['pipeline:merge']),
    ])
    const callers: TestCall[] = [
      ...(await Promise.all(active.map(({ id }) => cookieOf(id)))).flatMap((headers) => [
        { path: '/me', headers },
        { path: '/accounts/myAccounts', headers },
      ]),
      ...keys.flatMap(({ key }): TestCall[] => [
        { path: '/me', headers: { 'x-api-key': key } },
        { method: 'PATCH', path: '/edge/completedStores', headers: { 'x-api-key': key }, body: ['999999'] },
        ...accounts.map(({ id }): TestCall => {
          const body = { accountId: id, name: 'there-is-none' }
          return { method: 'POST', path: '/argo/GetApp', headers: { 'x-api-key': key }, body }
        }),
      ]),
    ]
    expect(active.length).toBeGreaterThan(40)
    const sequentialAgent = new Agent({ keepAlive: true, maxSockets: 1 })
    const expectedResponses: { status: number; text: string }[] = []
    for (const caller of callers) expectedResponses.push(await send(sequentialAgent, replicas[0], caller))
    sequentialAgent.destroy()
    const sharedAgent = new Agent({ keepAlive: true, maxSockets: 8 })
    for (let round = 0; round < 3; round++) {
      // The order changes each time, so that every caller follows every other caller on some connection.
      const order = callers.map((_, position) => position).toSorted((a, b) => ((a * 37 + round * 11) % 101) - ((b * 37 + round * 11) % 101))
      const receivedResponses = await Promise.all(order.map((position) => send(sharedAgent, replicas[0], callers[position]!)))
      for (const [index, position] of order.entries()) {
        const { status, text } = receivedResponses[index]!
        expect([callers[position]!.path, status, withoutId(text)]).toEqual([
          callers[position]!.path,
          expectedResponses[position]!.status,
          withoutId(expectedResponses[position]!.text),
        ])
      }
    }
    sharedAgent.destroy()
    // The comparison is meaningful only if each caller’s response is different.
    const profileResponses = expectedResponses.filter((_, position) => callers[position]!.path === '/me').slice(0, active.length)
    expect(profileResponses.map(({ text }) => JSON.parse(text).id)).toEqual(active.map(({ id }) => id))
    expect(new Set(expectedResponses.map(({ status }) => status))).toContain(403)
  })
})

describe('alternating keys (GHSA-82gq-xfg3-5j7v)', () => {
  it('allows each key to make only its own calls, on either replica', async () => {
    const [account] = activeAccounts()
    const [deploys, reportingKey] = [await app.withKey(['deploy'], { accountIds: [account!.id] }), await app.withKey(['edge:complete'])]
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let round = 0; round < 6; round++)
      for (const replica of replicas)
        for (const [{ key }, expected] of [
          [deploys, [403, 404]],
          [reportingKey, [200, 403]],
        ] as const) {
          const headers = { 'x-api-key': key }
          const completed = await send(agent, replica, { method: 'PATCH', path: '/edge/completedStores', headers, body: ['999999'] })
          const body = { accountId: account!.id, name: 'there-is-none' }
          const appResponse = await send(agent, replica, { method: 'POST', path: '/argo/GetApp', headers, body })
          expect([completed.status, appResponse.status]).toEqual(expected)
        }
    agent.destroy()
  })

  it('returns only the accounts of the key, and 404 for other accounts', async () => {
    const [firstAccount, secondAccount] = activeAccounts()
    const keys = await Promise.all([firstAccount!, secondAccount!].map(({ id }) => app.withKey(['deploy'], { accountIds: [id] })))
    for (let round = 0; round < 3; round++)
      for (const [index, { caller }] of keys.entries()) {
        const messages = []
        for (const id of [firstAccount!.id, secondAccount!.id, randomUUID()])
          messages.push((await caller.post('/argo/GetApp', { accountId: id, name: 'there-is-none' })).body.message)
        expect(messages[1 - index]).toBe(messages[2])
        expect(messages[index]).not.toBe(messages[1 - index])
      }
  })

  it('denies a revoked key at the next call everywhere, while the other key stays valid', async () => {
    const [firstKey, secondKey] = [await app.withKey(['edge:complete']), await app.withKey(['edge:complete'])]
    const agent = new Agent({ keepAlive: true })
    const report = (replica: OpenApp, key: string) =>
      send(agent, replica, { method: 'PATCH', path: '/edge/completedStores', headers: { 'x-api-key': key }, body: ['999999'] })
    const statuses = async (key: string) => (await Promise.all(replicas.map((replica) => report(replica, key)))).map(({ status }) => status)
    expect(await statuses(firstKey.key)).toEqual([200, 200])
    expect((await app.as(app.persona('Niamh').id).delete(`/admin/api-keys/${firstKey.id}`)).status).toBe(204)
    expect(await statuses(firstKey.key)).toEqual([401, 401])
    expect(await statuses(secondKey.key)).toEqual([200, 200])
    agent.destroy()
  })
})

describe('a key with other credentials', () => {
  const forgedHeaders: Headers = {
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '127.0.0.1',
    'x-original-url': '/me',
    'x-middleware-subrequest': 'middleware:middleware:middleware',
    'x-http-method-override': 'GET',
    'x-ms-client-principal': Buffer.from(JSON.stringify({ userRoles: ['Slipway.Admin'] })).toString('base64'),
    'x-scopes': 'deploy edge:complete',
    'x-user': 'admin',
  }

  it('ignores internal headers of other products (CVE-2025-29927)', async () => {
    const { key } = await app.withKey(['pipeline:merge'])
    const completedStoresRequest = { method: 'PATCH', target: '/edge/completedStores', body: '["999999"]' }
    const headers = { 'content-type': 'application/json', 'x-api-key': key, ...forgedHeaders }
    expect((await rawRequest(replicas[0].port, { ...completedStoresRequest, headers })).status).toBe(403)
    const { 'x-api-key': _, ...headersWithoutKey } = headers
    expect((await rawRequest(replicas[0].port, { ...completedStoresRequest, headers: headersWithoutKey })).status).toBe(401)
  })

  it('doesn’t get additional permissions from an administrator’s session in the same call', async () => {
    const session = await cookieOf(app.persona('Niamh').id, ['Slipway.Admin'])
    const { key } = await app.withKey(['edge:complete'])
    const combinedHeaders = { ...session, 'x-api-key': key }
    const response = await rawRequest(replicas[0].port, { target: '/admin/api-keys', headers: combinedHeaders })
    expect([response.status, response.body]).toEqual([401, expect.stringContaining(accessDenials.peopleOnly)])
    expect((await rawRequest(replicas[0].port, { target: '/admin/api-keys', headers: session })).status).toBe(200)
    const invalidKeyHeaders = { ...session, 'x-api-key': `${key.slice(0, -1)}!` }
    expect((await rawRequest(replicas[0].port, { target: '/admin/api-keys', headers: invalidKeyHeaders })).status).toBe(401)
  })

  it.each([
    ['twice', (key: string) => `${key}, ${key}`],
    ['with a word before it', (key: string) => `Bearer ${key}`],
    ['of the other kind', (key: string) => key.replace('slw_', 'slwa_')],
    ['in capitals', (key: string) => key.toUpperCase()],
    ['with a letter after it', (key: string) => `${key}A`],
    ['very long', (key: string) => key.repeat(100)],
    ['as nothing', () => ''],
  ])('is ignored when it is sent %s', async (_title, buildVariant) => {
    const { key } = await app.withKey(['edge:complete'])
    const headers = { 'content-type': 'application/json', 'x-api-key': buildVariant(key) }
    const response = await rawRequest(replicas[0].port, { method: 'PATCH', target: '/edge/completedStores', headers, body: '["1"]' })
    expect(response.status).toBe(401)
    expect(response.body).not.toContain(key.slice(4))
  })

  it('is ignored in the query, a cookie or a body', async () => {
    const { key } = await app.withKey(['edge:complete'])
    const target = '/edge/completedStores'
    const jsonHeaders = { 'content-type': 'application/json' }
    const asks = [
      { target: `${target}?x-api-key=${key}`, headers: jsonHeaders, body: '["1"]' },
      { target, headers: { ...jsonHeaders, cookie: `slipway-session=${key}` }, body: '["1"]' },
      { target, headers: { ...jsonHeaders, authorization: `Bearer ${key}` }, body: '["1"]' },
      { target, headers: jsonHeaders, body: JSON.stringify([key]) },
    ]
    for (const ask of asks) expect([401, 403]).toContain((await rawRequest(replicas[0].port, { method: 'PATCH', ...ask })).status)
  })
})
