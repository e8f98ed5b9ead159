import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from './app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

describe('a call without a route', () => {
  it.each(['/towers/%zz', `/towers/${'x'.repeat(400)}`])('gets the usual error response: %s', async (path) => {
    const answer = await app.as('anonymous').get(path)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalidRequest', error: { code: 'invalidRequest' } })
    expect(answer.headers['x-request-id']).toBe(answer.body.requestId)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(JSON.stringify(answer.body)).not.toContain('zz')
  })
})
