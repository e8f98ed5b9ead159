import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { feedbackBody, giveFeedback } from './feedback.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('createFeedback', () => {
  it('accepts only a rating and the screen', async () => {
    const response = await app.as(app.persona('Priya').id).post('/feedback', { rating: 5, page: '/app' })
    expect([response.status, response.headers.location]).toEqual([201, `/feedback/${response.body.id}`])
    expect(response.body).toMatchObject({
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

  it('stores the text unchanged, with only the context that the person sent', async () => {
    const text = '=HYPERLINK("https://evil.example") <b>\u2028{"level":"fatal"} — it’s fine 🎉'
    const context = { browser: 'Firefox 148', viewport: '1440 × 900', theme: 'dark', locale: 'en-GB' }
    const response = await giveFeedback(app, {
      text,
      context,
      category: 'question',
      page: '/app/accounts/0190b6d2-7a3e-7c1f-8d55-1f2e3a4b5c6d',
    })
    expect(response.body).toMatchObject({ text, context, category: 'question' })
  })

  roleSuite(
    'createFeedback',
    () => app,
    () => ({ path: '/feedback', body: feedbackBody }),
  )

  it('rejects more than ten calls a minute per person', async () => {
    for (let sentCount = 0; sentCount < 10; sentCount++) await giveFeedback(app, {}, 'Daniel')
    expect(await giveFeedback(app, {}, 'Daniel')).toMatchObject({ status: 429, body: { code: 'tooManyRequests' } })
    expect((await giveFeedback(app, {}, 'Ravi')).status).toBe(201)
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
    expect((await giveFeedback(app, { page }, page.length % 2 ? 'Grace' : 'Samuel')).body).toMatchObject({
      status: 400,
      errors: [{ field: 'page' }],
    })
  })

  it('rejects unknown fields and text that is too long', async () => {
    const invalidInput = [
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
    // Two people make the calls in turn, because rejected calls count towards the rate limit of the caller.
    for (const [index, overrides] of invalidInput.entries())
      expect((await giveFeedback(app, overrides, index % 2 ? 'Ewa' : 'Margaret')).status).toBe(400)
  })
})
