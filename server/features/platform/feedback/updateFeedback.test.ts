import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { giveFeedback } from './feedback.fixture.ts'
import { describeAnswer } from './updateFeedback.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const admin = () => app.as(app.persona('Niamh').id)
const notifications = (personaName: string) =>
  app.db.selectFrom('notifications').select(['title', 'body', 'subject_id']).where('person_id', '=', app.persona(personaName).id).execute()

describe('updateFeedback', () => {
  let id: string
  beforeAll(async () => {
    id = (await giveFeedback(app)).body.id
  })

  it('notifies the author once per change', async () => {
    const { id, reference } = (await giveFeedback(app)).body
    const plannedResponse = await admin().patch(
      `/feedback/${id}`,
      { status: 'planned', note: ' Filters will be kept. ' },
      { 'if-match': '"1"' },
    )
    expect(plannedResponse).toMatchObject({
      status: 200,
      body: { status: 'planned', note: 'Filters will be kept.', answeredBy: { displayName: 'Niamh Brennan' }, version: 2 },
    })
    expect((await admin().patch(`/feedback/${id}`, { status: 'planned' })).body.version).toBe(2)
    await admin().patch(`/feedback/${id}`, { status: 'done' })
    expect(await notifications('Priya')).toEqual([
      { title: describeAnswer(reference, 'planned'), body: 'Filters will be kept.', subject_id: id },
      { title: describeAnswer(reference, 'done'), body: 'Filters will be kept.', subject_id: id },
    ])
  })

  it('doesn’t notify authors of their own changes', async () => {
    const { id } = (await giveFeedback(app, {}, 'Niamh')).body
    expect((await admin().patch(`/feedback/${id}`, { status: 'seen' })).status).toBe(200)
    expect(await notifications('Niamh')).toEqual([])
  })

  roleSuite(
    'updateFeedback',
    () => app,
    () => ({ path: `/feedback/${id}`, body: { status: 'done' }, outsider: app.persona('Priya').id }),
  )

  it('rejects declining without a comment, an old version, and unknown fields', async () => {
    const { id } = (await giveFeedback(app)).body
    const path = `/feedback/${id}`
    expect((await admin().patch(path, { status: 'declined' })).body).toMatchObject({ status: 400, errors: [{ field: 'note' }] })
    expect((await admin().patch(path, { status: 'declined', note: '  ' })).status).toBe(400)
    expect((await admin().patch(path, { status: 'declined', note: 'It would slow every list down.' })).status).toBe(200)
    expect((await admin().patch(path, { note: '' })).status).toBe(400)
    expect((await admin().patch(path, { status: 'done' }, { 'if-match': '"1"' })).status).toBe(412)
    for (const body of [{}, { status: 'lost' }, { text: 'Never said' }, { rating: 5 }])
      expect((await admin().patch(path, body)).status).toBe(400)
    expect((await admin().patch('/feedback/00000000-0000-4000-8000-000000000000', { status: 'done' })).status).toBe(404)
  })
})
