import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { give, given } from './feedback.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

describe('createFeedback', () => {
  it('accepts a rating and the screen alone', async () => {
    const answer = await app.as(app.persona('Priya').id).post('/feedback', { rating: 5, page: '/app' })
    expect([answer.status, answer.headers.location]).toEqual([201, `/feedback/${answer.body.id}`])
    expect(answer.body).toMatchObject({
      reference: expect.stringMatching(/^FB-\d{4}-\d{4}$/),
      rating: 5,
      category: 'praise',
      text: '',
      page: '/app',
      context: {},
      person: { displayName: 'Priya Raman' },
      status: 'new',
      note: '',
      answeredBy: null,
      can: { triage: expect.any(String), delete: true },
    })
  })

  it('stores the text unchanged, and only the context that the person sent', async () => {
    const text = '=HYPERLINK("https://evil.example") <b>\u2028{"level":"fatal"} — it’s fine 🎉'
    const context = { browser: 'Firefox 148', viewport: '1440 × 900', theme: 'dark', locale: 'en-GB' }
    const answer = await give(app, { text, context, category: 'question', page: '/app/accounts/0190b6d2-7a3e-7c1f-8d55-1f2e3a4b5c6d' })
    expect(answer.body).toMatchObject({ text, context, category: 'question' })
  })

  roleSuite(
    'createFeedback',
    () => app,
    () => ({ path: '/feedback', body: given }),
  )

  it('rejects more than ten calls a minute per person', async () => {
    for (let sent = 0; sent < 10; sent++) await give(app, {}, 'Daniel')
    expect(await give(app, {}, 'Daniel')).toMatchObject({ status: 429, body: { code: 'tooManyRequests' } })
    expect((await give(app, {}, 'Ravi')).status).toBe(201)
  })

  it.each([
    'https://evil.example/app',
    '//evil.example',
    '/app//evil',
    '/app/../auth/logout',
    '/app/%2e%2e/me',
    '/app/accounts?search=priya',
    '/app/x#y',
    '/me',
    '/application',
    '\\app',
    'javascript:alert(1)',
    '',
  ])('rejects the screen %j', async (page) => {
    expect((await give(app, { page }, page.length % 2 ? 'Grace' : 'Samuel')).body).toMatchObject({
      status: 400,
      errors: [{ field: 'page' }],
    })
  })

  it('rejects unknown fields and too long text', async () => {
    const wrong = [
      { rating: 0 },
      { rating: 6 },
      { rating: 4.5 },
      { category: 'rant' },
      { text: 'x'.repeat(2_001) },
      { text: 'a\0b' },
      { context: { screenshot: 'x' } },
      { context: { browser: 'two\nlines' } },
      { status: 'done' },
      { personId: app.persona('Priya').id },
    ]
    // Two people take turns, because refused calls count towards the rate limit.
    for (const [index, change] of wrong.entries()) expect((await give(app, change, index % 2 ? 'Ewa' : 'Margaret')).status).toBe(400)
  })
})
