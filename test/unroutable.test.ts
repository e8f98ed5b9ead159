import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from './app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('a call without a route', () => {
  it.each(['/towers/%zz', `/towers/${'x'.repeat(400)}`])('returns the usual error response: %s', async (path) => {
    const response = await app.as('anonymous').get(path)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ code: 'invalidRequest', error: { code: 'invalidRequest' } })
    expect(response.headers['x-request-id']).toBe(response.body.requestId)
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    expect(JSON.stringify(response.body)).not.toContain('zz')
  })
})
