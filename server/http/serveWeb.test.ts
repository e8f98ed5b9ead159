import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorCodes } from '../errors.ts'
import { failureOf } from './failures.ts'
import { guardBrowsers } from './headers.ts'
import { serveWeb } from './serveWeb.ts'

let app: FastifyInstance
let dist: string
const dir = mkdtempSync(path.join(tmpdir(), 'slipway-web-'))
beforeAll(async () => {
  dist = path.join(dir, 'dist')
  mkdirSync(path.join(dist, 'assets'), { recursive: true })
  writeFileSync(path.join(dir, 'secret.txt'), 'classified')
  writeFileSync(path.join(dist, 'index.html'), '<!doctype html><title>Slipway</title>')
  writeFileSync(path.join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(path.join(dist, 'assets', 'main-abc123.js'), 'export {}')
  writeFileSync(path.join(dist, 'assets', 'main-abc123.js.br'), brotliCompressSync('export {}'))
  writeFileSync(path.join(dist, '.env'), 'classified')
  app = Fastify()
  guardBrowsers(app, { publicUrl: 'http://127.0.0.1', allowedHosts: [], corsOrigins: [] })
  app.setErrorHandler((error, _request, response) => response.code(errorCodes[failureOf(error).code][0]).send())
  await serveWeb(app, dist)
})
afterAll(async () => {
  await app.close()
  rmSync(dir, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { host: '127.0.0.1', ...headers } })

describe('serveWeb', () => {
  it.each(['/app/', '/app/accounts', '/app/accounts/0190?tab=owners', '/app/a/b/c/d'])(
    'returns %s with the page, which must be revalidated',
    async (url) => {
      const response = await get(url)
      expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ])
      expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(response.body).toContain('<title>Slipway</title>')
    },
  )

  it('caches hashed files for a year, and requires revalidation of others', async () => {
    const script = await get('/app/assets/main-abc123.js')
    expect([script.statusCode, script.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(script.headers['content-type']).toMatch(/javascript/)
    expect(script.headers['x-content-type-options']).toBe('nosniff')
    expect((await get('/app/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it('sends the compressed copy of a file to a browser that accepts it', async () => {
    const { headers, rawPayload } = await get('/app/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' })
    expect([headers['content-encoding'], headers['vary']]).toEqual(['br', 'accept-encoding'])
    expect(headers['content-type']).toMatch(/javascript/)
    expect(brotliDecompressSync(rawPayload).toString()).toBe('export {}')
    expect((await get('/app/assets/main-abc123.js')).headers['content-encoding']).toBeUndefined()
  })

  it.each([
    ['bytes=9-5', 416],
    ['bytes=900-', 416],
    ['bytes=0-5', 206],
    ['bytes=x', 416],
    ['lines=1-2', 200],
  ])('responds to the range %s with %i', async (range, status) => {
    expect((await get('/app/assets/main-abc123.js', { range })).statusCode).toBe(status)
  })

  it('returns 412 for a failed condition', async () => {
    const headers = { 'if-unmodified-since': new Date(0).toUTCString() }
    expect((await get('/app/assets/main-abc123.js', headers)).statusCode).toBe(412)
  })

  it.each([
    '/app/me/x.css',
    '/app/missing.js',
    '/app/..%2fsecret.txt',
    '/app/..%5csecret.txt',
    '/app/../secret.txt',
    '/app/%2e%2e/secret.txt',
    '/app/assets/..%2f..%2fsecret.txt',
    '/app/....//secret.txt',
    '/app/.env',
    '/app/%2eenv',
    '/app/..%252fsecret.txt',
    '/app/accounts%00.js',
  ])('doesn’t return a file or page for %s', async (url) => {
    const response = await get(url)
    expect([400, 403, 404]).toContain(response.statusCode)
    expect(response.body).not.toContain('classified')
  })

  it.each(['/', '/app'])('passes %s to the app', async (url) => {
    const response = await get(url)
    expect([response.statusCode, response.headers['location']]).toEqual([303, '/app/'])
  })
})
