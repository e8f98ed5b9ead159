import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { give } from './feedback.fixture.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
  id = (await give(app)).body.id
})
afterAll(() => app.close())

describe('getFeedback', () => {
  it.each(['Priya', 'Niamh', 'Grace'])('returns feedback to %s', async (who) => {
    const answer = await app.as(app.persona(who).id).get(`/feedback/${id}`)
    expect([answer.status, answer.body.id, answer.headers.etag]).toEqual([200, id, expect.stringMatching(/^"1\./)])
  })

  roleSuite(
    'getFeedback',
    () => app,
    () => ({ path: `/feedback/${id}` }),
  )

  it('returns 404 for an unknown id', async () => {
    expect((await app.as(app.persona('Niamh').id).get('/feedback/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
