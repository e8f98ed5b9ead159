import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { giveFeedback } from './feedback.fixture.ts'

let app: TestApp
let firstReference: string
let secondReference: string
let thirdName: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  firstReference = (await giveFeedback(app, { text: 'The resources table is slow' })).body.reference
  secondReference = (await giveFeedback(app, { rating: 5, text: 'Love the timeline', page: '/app/requests' }, 'Daniel')).body.reference
  thirdName = (await giveFeedback(app, { rating: 3, text: 'Show the cost per tower' })).body.reference
})
afterAll(() => app.close())

const list = (query = '') => app.as(app.persona('Niamh').id).get(`/feedback?${query}`)
const search = async (query: string) => (await list(query)).body.items.map(({ reference }: { reference: string }) => reference)

describe('listFeedback', () => {
  it('pages, sorts, filters and searches', async () => {
    expect((await list('size=2')).body).toMatchObject({ page: 1, size: 2, total: 3, totalIsCapped: false })
    expect(await search('')).toEqual([thirdName, secondReference, firstReference])
    expect(await search('sort=rating&size=2&page=2')).toEqual([secondReference])
    expect(await search('filter=rating=le=3;category==problem')).toEqual([firstReference])
    expect(await search(`filter=person==${app.persona('Daniel').id}`)).toEqual([secondReference])
    expect(await search('filter=page==/app/requests')).toEqual([secondReference])
    expect(await search('search=cost')).toEqual([thirdName])
    expect(await search('search=timelnie')).toEqual([secondReference])
    expect(await search(`search=${firstReference.toLowerCase()}`)).toEqual([firstReference])
  })

  roleSuite(
    'listFeedback',
    () => app,
    () => ({ path: '/feedback' }),
  )

  it('denies auditors any changes', async () => {
    const { body } = await app.as(app.persona('Grace').id).get('/feedback?size=1')
    expect(body.items[0].can).toEqual({
      triage: expect.any(String),
      delete: expect.any(String),
    })
  })

  it('rejects unknown fields', async () => {
    expect((await list('filter=status==lost')).body.code).toBe('invalidFilter')
    expect((await list('sort=text')).status).toBe(400)
  })
})
