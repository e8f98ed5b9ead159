import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { giveFeedback } from './feedback.fixture.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  id = (await giveFeedback(app)).body.id
})
afterAll(() => app.close())

describe('getFeedback', () => {
  it.each(['Priya', 'Niamh', 'Grace'])('returns feedback to %s', async (personaName) => {
    const response = await app.as(app.persona(personaName).id).get(`/feedback/${id}`)
    expect([response.status, response.body.id, response.headers.etag]).toEqual([200, id, expect.stringMatching(/^"1\./)])
  })

  roleSuite(
    'getFeedback',
    () => app,
    () => ({ path: `/feedback/${id}` }),
  )

  it('returns 404 for an unknown ID', async () => {
    expect((await app.as(app.persona('Niamh').id).get('/feedback/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
