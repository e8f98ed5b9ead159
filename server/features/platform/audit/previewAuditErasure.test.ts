import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { chainEvents, niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await systemActionsWithCode(app, 'AUDI')
})
afterAll(() => app.close())

const preview = async (id: string) => (await niamh(app).get(`/audit/erasures/preview?personId=${id}`)).body

describe('previewAuditErasure', () => {
  it('counts a person’s events, events that name them, and events with only their name', async () => {
    const tomasz = app.persona('Tomasz').id
    const at = await preview(tomasz)
    expect(at).toMatchObject({ person: { id: tomasz, displayName: 'Tomasz Zalewski' }, subject: 0, byName: 0, unchained: 0 })
    expect(at.who).toBeGreaterThan(0)
    await niamh(app).post('/towers', { name: 'Led', code: 'LED', description: 'Led by him', leadIds: [tomasz], costCentre: 'CC-1000' })
    await niamh(app).post('/towers', {
      name: 'Said',
      code: 'SAID',
      description: 'As Tomasz Zalewski said',
      leadIds: [app.persona('Ravi').id],
      costCentre: 'CC-1000',
    })
    expect(await preview(tomasz)).toMatchObject({ unchained: 1, what: at.what })
    await chainEvents(app)
    expect(await preview(tomasz)).toMatchObject({ who: at.who, what: at.what + 1, byName: 1, unchained: 0 })
  })

  it('returns counts for an ID that no longer belongs to a person', async () => {
    expect(await preview('00000000-0000-4000-8000-000000000000')).toMatchObject({ person: { displayName: null }, who: 0, what: 0 })
  })

  roleSuite(
    'previewAuditErasure',
    () => app,
    () => ({ path: `/audit/erasures/preview?personId=${app.persona('Tomasz').id}` }),
  )

  it('rejects a call without a person', async () => {
    expect((await niamh(app).get('/audit/erasures/preview')).status).toBe(400)
  })
})
