import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { give } from './feedback.fixture.ts'

let app: TestApp
let first: string
let second: string
let third: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
  first = (await give(app, { text: 'The resources table is slow' })).body.reference
  second = (await give(app, { rating: 5, text: 'Love the timeline', page: '/app/requests' }, 'Daniel')).body.reference
  third = (await give(app, { rating: 3, text: 'Show the cost per tower' })).body.reference
})
afterAll(() => app.close())

const list = (query = '') => app.as(app.persona('Niamh').id).get(`/feedback?${query}`)
const found = async (query: string) => (await list(query)).body.items.map(({ reference }: { reference: string }) => reference)

describe('listFeedback', () => {
  it('pages, sorts, filters and searches', async () => {
    expect((await list('size=2')).body).toMatchObject({ page: 1, size: 2, total: 3, totalIsCapped: false })
    expect(await found('')).toEqual([third, second, first])
    expect(await found('sort=rating&size=2&page=2')).toEqual([second])
    expect(await found('filter=rating=le=3;category==problem')).toEqual([first])
    expect(await found(`filter=person==${app.persona('Daniel').id}`)).toEqual([second])
    expect(await found('filter=page==/app/requests')).toEqual([second])
    expect(await found('search=cost')).toEqual([third])
    expect(await found('search=timelnie')).toEqual([second])
    expect(await found(`search=${first.toLowerCase()}`)).toEqual([first])
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
