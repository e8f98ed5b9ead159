import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { give, given } from './feedback.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const as = (who: string) => app.as(app.persona(who).id)
const left = (id: string) => app.db.selectFrom('feedback').select('id').where('id', '=', id).execute()

describe('deleteFeedback', () => {
  let id: string
  beforeAll(async () => {
    id = (await give(app)).body.id
  })

  it('deletes any feedback for administrators', async () => {
    const { id } = (await give(app)).body
    await as('Niamh').patch(`/feedback/${id}`, { status: 'done' })
    expect((await as('Niamh').delete(`/feedback/${id}`)).status).toBe(204)
    expect(await left(id)).toEqual([])
    const events = await app.db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).orderBy('id').execute()
    expect(events.map(({ operation }) => operation)).toEqual(['createFeedback', 'updateFeedback', 'deleteFeedback'])
    expect(JSON.stringify(events)).not.toContain(given.text)
  })

  it('lets the author delete it until an administrator has read it', async () => {
    const [mine, seen] = [(await give(app)).body.id, (await give(app)).body.id]
    expect((await as('Priya').delete(`/feedback/${mine}`)).status).toBe(204)
    await as('Niamh').patch(`/feedback/${seen}`, { status: 'seen' })
    expect(await as('Priya').delete(`/feedback/${seen}`)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(await left(seen)).toHaveLength(1)
  })

  roleSuite(
    'deleteFeedback',
    () => app,
    () => ({ path: `/feedback/${id}` }),
  )

  it('denies auditors', async () => {
    expect((await as('Grace').delete(`/feedback/${id}`)).status).toBe(403)
    expect(await left(id)).toHaveLength(1)
  })

  it('rejects an old version, and returns 404 for deleted feedback', async () => {
    const { id } = (await give(app)).body
    expect((await as('Priya').delete(`/feedback/${id}`, undefined, { 'if-match': '"4"' })).status).toBe(412)
    expect((await as('Priya').delete(`/feedback/${id}`)).status).toBe(204)
    expect((await as('Priya').delete(`/feedback/${id}`)).status).toBe(404)
  })
})
