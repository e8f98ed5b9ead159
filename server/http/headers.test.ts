import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const strictReview = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; report-to csp",
  'reporting-endpoints': 'csp="/csp-reports"',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
}

type Headers = Record<string, unknown>
const priya = () => app.as(app.persona('Priya').id)
const towerPath = () => `/towers/${app.company.towers[0]!.id}`
const anonymous = () => app.as('anonymous')
const responses: [string, number, () => Promise<{ status: number; headers: Headers }>][] = [
  ['a read', 200, () => priya().get('/me')],
  ['the headers of a read', 200, () => priya().head('/me')],
  [
    'a read of what is known already',
    304,
    async () => priya().get(towerPath(), { 'if-none-match': String((await priya().get(towerPath())).headers['etag']) }),
  ],
  ['a health check', 200, () => anonymous().get('/health')],
  ['a creation', 201, () => priya().post('/account-requests', newRequest(app, { name: 'strict-headers-dev' }))],
  ['the OpenAPI document', 200, () => anonymous().get('/openapi.json')],
  ['a way to the page', 303, () => anonymous().get('/')],
  ['a way to sign in', 303, () => anonymous().get('/auth/login')],
  ['signing out', 204, () => priya().post('/auth/logout')],
  ['a report of the browser', 204, () => anonymous().post('/csp-reports', [], { 'content-type': 'application/reports+json' })],
  ['400', 400, () => priya().get('/accounts/adv?page=-1')],
  ['401', 401, () => anonymous().get('/me')],
  ['403', 403, () => priya().get('/work')],
  ['403 to another site', 403, () => priya().get('/me', { 'sec-fetch-site': 'cross-site' })],
  ['404', 404, () => anonymous().get('/nowhere')],
  ['405', 405, () => anonymous().delete('/health')],
  ['413', 413, () => app.as(app.persona('Niamh').id).post('/towers', { description: 'x'.repeat(1_100_000) })],
  ['415', 415, () => app.as(app.persona('Niamh').id).post('/towers', {}, { 'content-type': 'text/plain' })],
  ['421', 421, () => anonymous().get('/', { host: 'evil.example' })],
]

describe('every response', () => {
  it.each(responses)('restricts the browser: %s', async (label, expected, ask) => {
    const { status, headers } = await ask()
    expect(status).toBe(expected)
    expect(headers).toMatchObject(strictReview)
    // The API description is the same for all callers, and browsers revalidate their copy.
    expect(headers['cache-control']).toBe(label === 'the OpenAPI document' ? 'no-cache' : 'no-store')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(Object.keys(headers).filter((name) => /^(server|x-powered-by|access-control-.*)$/.test(name))).toEqual([])
  })

  it('has a unique request ID', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await anonymous().get('/health')).headers['x-request-id']))
    expect(new Set(ids).size).toBe(20)
  })
})
