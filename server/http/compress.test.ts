import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { createSession, sessionCookieName } from '../auth/session.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  const { id: personId, appRoles: roles } = app.persona('Niamh')
  const now = app.context.now()
  const { token } = await createSession(app.db, { personId, roles, userAgent: 'test', accessToken: null, strongAt: now, now })
  cookie = `${sessionCookieName(app.config.publicUrl)}=${token}`
})
afterAll(() => app.close())

const send = (method: 'GET' | 'HEAD' | 'POST', url: string, headers: Record<string, string>, payload?: object) =>
  app.app.inject({ method, url, headers: { host: '127.0.0.1:8080', cookie, ...headers }, ...(payload ? { payload } : {}) })
const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

describe('a response above 1 KB', () => {
  it.each([
    ['zstd', 'gzip, deflate, br, zstd'],
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'br;q=0, zstd;q=0, gzip'],
  ] as const)('is sent as %s to a client that accepts %s', async (encoding, acceptEncoding) => {
    const plainResponse = await send('GET', '/accounts', {})
    const { headers, rawPayload } = await send('GET', '/accounts', { 'accept-encoding': acceptEncoding })
    expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'accept-encoding'])
    expect(JSON.parse(decompress[encoding](rawPayload).toString())).toEqual(plainResponse.json())
    expect(rawPayload.length).toBeLessThan(plainResponse.rawPayload.length / 2)
  })

  it('is uncompressed if the client accepts no supported encoding, and is 304 with any encoding', async () => {
    expect((await send('GET', '/accounts', { 'accept-encoding': 'identity' })).headers['content-encoding']).toBeUndefined()
    const tower = `/towers/${app.company.towers[0]!.id}`
    const { headers } = await send('GET', tower, { 'accept-encoding': 'identity' })
    const repeated = await send('GET', tower, { 'accept-encoding': 'br', 'if-none-match': String(headers['etag']) })
    expect([repeated.statusCode, repeated.rawPayload.length]).toEqual([304, 0])
  })
})

it('doesn’t compress short responses and responses with a secret', async () => {
  const accept = { 'accept-encoding': 'gzip, br' }
  expect((await send('GET', '/health', accept)).headers['content-encoding']).toBeUndefined()
  const name = 'n'.repeat(60)
  const created = await send('POST', '/admin/api-keys/generate', accept, { name, scopes: ['edge:complete'], accountIds: [] })
  const paddedResponse = await send('GET', '/admin/api-keys', accept)
  expect([created.headers['content-encoding'], paddedResponse.statusCode]).toEqual([undefined, 200])
})
