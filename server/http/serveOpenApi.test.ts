import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveOpenApi } from './serveOpenApi.ts'

const document = { openapi: '3.1.0', info: { title: 'Slipway' } }
let builtCount = 0
const app = Fastify()
beforeAll(async () => {
  app.decorate('swagger', (() => {
    builtCount++
    return document
  }) as unknown as typeof app.swagger)
  serveOpenApi(app)
  await app.ready()
})
afterAll(() => app.close())

const get = (headers: Record<string, string> = {}) => app.inject({ url: '/openapi.json', headers })

describe('GET /openapi.json', () => {
  it('builds the document once for concurrent callers', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => get()))
    expect(responses.map((response) => response.json())).toEqual(responses.map(() => document))
    expect((await get()).headers['content-type']).toBe('application/json; charset=utf-8')
    expect(builtCount).toBe(1)
  })

  it('returns 304 to a client that has the same version', async () => {
    const { etag } = (await get()).headers
    for (const tag of [String(etag), `"other", ${etag}`, '*']) {
      const response = await get({ 'if-none-match': tag })
      expect([response.statusCode, response.body, response.headers.etag]).toEqual([304, '', etag])
    }
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
  ] as const)('is compressed for a client that accepts %s', async (acceptEncoding, encoding, decompress) => {
    const response = await get({ 'accept-encoding': acceptEncoding })
    expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(JSON.parse(decompress(response.rawPayload).toString())).toEqual(document)
  })

  it.each(['identity', 'gzip;q=0', 'gzip; q=0.0, deflate'])('is plain for a client that accepts %s', async (acceptEncoding) => {
    expect((await get({ 'accept-encoding': acceptEncoding })).headers['content-encoding']).toBeUndefined()
  })
})
