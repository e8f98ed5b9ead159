import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { feedbackBody, giveFeedback } from './feedback.fixture.ts'
import { base64, pictures } from './pictures.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const loadRemaining = (id: string) => app.db.selectFrom('feedback').select('id').where('id', '=', id).execute()

describe('deleteFeedback', () => {
  let id: string
  beforeAll(async () => {
    id = (await giveFeedback(app)).body.id
  })

  it('deletes any feedback for administrators', async () => {
    const { id } = (await giveFeedback(app)).body
    await as('Niamh').patch(`/feedback/${id}`, { status: 'done' })
    expect((await as('Niamh').delete(`/feedback/${id}`)).status).toBe(204)
    expect(await loadRemaining(id)).toEqual([])
    const events = await app.db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).orderBy('id').execute()
    expect(events.map(({ operation }) => operation)).toEqual(['createFeedback', 'updateFeedback', 'deleteFeedback'])
    expect(JSON.stringify(events)).not.toContain(feedbackBody.text)
  })

  it('lets the author delete it until an administrator has read it', async () => {
    const [ownId, otherId] = [(await giveFeedback(app)).body.id, (await giveFeedback(app)).body.id]
    expect((await as('Priya').delete(`/feedback/${ownId}`)).status).toBe(204)
    await as('Niamh').patch(`/feedback/${otherId}`, { status: 'seen' })
    expect(await as('Priya').delete(`/feedback/${otherId}`)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(await loadRemaining(otherId)).toHaveLength(1)
  })

  it('deletes the picture with the feedback, so that no copy is left', async () => {
    const { id } = (await giveFeedback(app, { picture: base64(pictures.jpeg) })).body
    const loadPictures = () => app.db.selectFrom('feedback_pictures').select('size').where('feedback_id', '=', id).execute()
    expect(await loadPictures()).toHaveLength(1)
    expect((await as('Priya').delete(`/feedback/${id}`)).status).toBe(204)
    expect(await loadPictures()).toEqual([])
    const events = await app.db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).execute()
    expect(JSON.stringify(events)).not.toContain(base64(pictures.jpeg).slice(0, 30))
  })

  roleSuite(
    'deleteFeedback',
    () => app,
    () => ({ path: `/feedback/${id}` }),
  )

  it('denies auditors', async () => {
    expect((await as('Grace').delete(`/feedback/${id}`)).status).toBe(403)
    expect(await loadRemaining(id)).toHaveLength(1)
  })

  it('rejects an old version, and returns 404 for deleted feedback', async () => {
    const { id } = (await giveFeedback(app)).body
    expect((await as('Priya').delete(`/feedback/${id}`, undefined, { 'if-match': '"4"' })).status).toBe(412)
    expect((await as('Priya').delete(`/feedback/${id}`)).status).toBe(204)
    expect((await as('Priya').delete(`/feedback/${id}`)).status).toBe(404)
  })
})
