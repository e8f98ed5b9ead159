import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { giveFeedback } from './feedback.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listMyFeedback', () => {
  it('shows only the caller’s feedback with its answer, newest first', async () => {
    const { id } = (await giveFeedback(app)).body
    await giveFeedback(app, {}, 'Daniel')
    const latestFeedback = (await giveFeedback(app, { rating: 4 })).body
    await app.as(app.persona('Niamh').id).patch(`/feedback/${id}`, { status: 'planned', note: 'In the next release.' })
    const { body } = await app.as(app.persona('Priya').id).get('/feedback/mine?size=10')
    expect(body).toMatchObject({
      total: 2,
      items: [
        { id: latestFeedback.id, status: 'new' },
        { id, status: 'planned', note: 'In the next release.', answeredBy: { displayName: 'Niamh Brennan' } },
      ],
    })
    expect((await app.as(app.persona('Tomasz').id).get('/feedback/mine')).body.total).toBe(0)
  })

  it('sorts, filters and searches only the caller’s feedback', async () => {
    await giveFeedback(app, { rating: 5, category: 'praise', text: 'The zebra table is quick.' }, 'Ewa')
    await giveFeedback(app, { rating: 2, category: 'idea', text: 'A lighter table.' }, 'Ewa')
    await giveFeedback(app, { rating: 3, category: 'idea', text: 'Another zebra table.' }, 'Ravi')
    const ratings = async (query: string) =>
      (await app.as(app.persona('Ewa').id).get(`/feedback/mine?${query}`)).body.items.map(({ rating }: { rating: number }) => rating)
    expect(await ratings('sort=rating')).toEqual([2, 5])
    expect(await ratings('sort=-rating')).toEqual([5, 2])
    expect(await ratings('filter=category==idea;rating=lt=4')).toEqual([2])
    expect(await ratings('search=zebra')).toEqual([5])
    expect(await ratings(`filter=person==${app.persona('Ravi').id}`)).toEqual([])
    expect(await ratings('filter=rating==3,rating==2')).toEqual([2])
  })

  roleSuite(
    'listMyFeedback',
    () => app,
    () => ({ path: '/feedback/mine' }),
  )
})
