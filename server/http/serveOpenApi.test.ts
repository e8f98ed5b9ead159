import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveOpenApi } from './serveOpenApi.ts'

const document = { openapi: '3.1.0', info: { title: 'Slipway' } }
let built = 0
const app = Fastify()
beforeAll(async () => {
  app.decorate('swagger', (() => {
    built++
    return document
  }) as unknown as typeof app.swagger)
  serveOpenApi(app)
  await app.ready()
})
afterAll(() => app.close())

const get = (headers: Record<string, string> = {}) => app.inject({ url: '/openapi.json', headers })

describe('GET /openapi.json', () => {
  it('builds the document once for concurrent callers', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => get()))
    expect(answers.map((answer) => answer.json())).toEqual(answers.map(() => document))
    expect((await get()).headers['content-type']).toBe('application/json; charset=utf-8')
    expect(built).toBe(1)
  })

  it('returns 304 for a client that has it', async () => {
    const { etag } = (await get()).headers
    for (const tag of [String(etag), `"other", ${etag}`, '*']) {
      const answer = await get({ 'if-none-match': tag })
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag])
    }
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
  ] as const)('is compressed for a client that accepts %s', async (accepted, encoding, decompress) => {
    const answer = await get({ 'accept-encoding': accepted })
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(JSON.parse(decompress(answer.rawPayload).toString())).toEqual(document)
  })

  it.each(['identity', 'gzip;q=0', 'gzip; q=0.0, deflate'])('is plain for a client that accepts %s', async (accepted) => {
    expect((await get({ 'accept-encoding': accepted })).headers['content-encoding']).toBeUndefined()
  })
})
