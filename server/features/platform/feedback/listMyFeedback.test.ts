import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { give } from './feedback.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

describe('listMyFeedback works', () => {
  it('shows one’s own with its answer, the latest first, and nobody else’s', async () => {
    const { id } = (await give(app)).body
    await give(app, {}, 'Daniel')
    const latest = (await give(app, { rating: 4 })).body
    await app.as(app.persona('Niamh').id).patch(`/feedback/${id}`, { status: 'planned', note: 'In the next release.' })
    const { body } = await app.as(app.persona('Priya').id).get('/feedback/mine?size=10')
    expect(body).toMatchObject({
      total: 2,
      items: [
        { id: latest.id, status: 'new' },
        { id, status: 'planned', note: 'In the next release.', answeredBy: { displayName: 'Niamh Brennan' } },
      ],
    })
    expect((await app.as(app.persona('Tomasz').id).get('/feedback/mine')).body.total).toBe(0)
  })
})

describe('listMyFeedback refuses', () => {
  roleSuite(
    'listMyFeedback',
    () => app,
    () => ({ path: '/feedback/mine' }),
  )
})
