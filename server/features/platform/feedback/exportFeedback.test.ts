import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { columns } from './exportFeedback.ts'
import { giveFeedback } from './feedback.fixture.ts'

let app: TestApp
let firstReference: string
let secondReference: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  firstReference = (await giveFeedback(app, { text: 'The resources table is slow' })).body.reference
  secondReference = (
    await giveFeedback(app, { rating: 5, text: '=HYPERLINK("https://evil.example","1")\nLove it', page: '/app/requests' }, 'Daniel')
  ).body.reference
})
afterAll(() => app.close())

const get = (query = '', givenName = 'Grace') => app.as(app.persona(givenName).id).get(`/feedback/export.csv${query}`)

describe('exportFeedback', () => {
  it('exports all feedback, newest first, with its author', async () => {
    const response = await get()
    expect([response.status, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="feedback-\d{4}-\d\d-\d\d\.csv"$/)
    const [header, ...lines] = response.body.slice(1).trimEnd().split('\r\n')
    expect(header).toBe(Object.keys(columns).join(','))
    expect(lines.map((line: string) => line.split(',')[0])).toEqual([secondReference, firstReference])
    expect(lines[1]).toContain(',new,The resources table is slow,')
  })

  it('escapes text that looks like a formula', async () => {
    expect((await get('?filter=rating==5')).body).toContain(`"'=HYPERLINK(""https://evil.example"",""1"")\nLove it",/app/requests,Daniel `)
  })

  it('exports the filtered list, and is audited', async () => {
    const { body } = await get('?filter=category==problem&search=table&sort=rating', 'Niamh')
    expect(body.trimEnd().split('\r\n')).toHaveLength(2)
    const event = await app.db
      .selectFrom('audit_events')
      .select(['actor_id', 'outcome', 'after'])
      .where('operation', '=', 'exportFeedback')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(event).toEqual({
      actor_id: app.persona('Niamh').id,
      outcome: 'allowed',
      after: { filter: 'category==problem', search: 'table', sort: 'rating' },
    })
  })

  roleSuite(
    'exportFeedback',
    () => app,
    () => ({ path: '/feedback/export.csv' }),
  )

  it.each(['?filter=text==x', '?sort=text', '?page=2'])('rejects %s', async (query) => {
    expect((await get(query)).status).toBe(400)
  })
})
