import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { addTemplateWithCapacity, createPending, template } from '../requests/sandboxRequests.fixture.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
  id = await template(app)
})
afterAll(() => app.close())

const updateTemplate = (body: object, headers?: Record<string, string>) =>
  app.as(app.persona('Niamh').id).patch(`/sandbox-templates/${id}`, body, headers)

describe('updateSandboxTemplate', () => {
  it('changes only the fields that are sent, and records the values before and after', async () => {
    const response = await updateTemplate({ maxBudget: 30_000, enabled: false }, { 'if-match': '"1"' })
    expect(response.body).toMatchObject({ maxBudget: 30_000, defaultBudget: 5_000, enabled: false, version: 2 })
    expect(response.body.can.request).toEqual(expect.any(String))
    const [event] = await app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'updateSandboxTemplate').execute()
    expect(event).toMatchObject({ outcome: 'allowed', before: { maxBudget: 20_000 }, after: { maxBudget: 30_000 } })
    await updateTemplate({ enabled: true })
  })

  roleSuite(
    'updateSandboxTemplate',
    () => app,
    () => ({ path: `/sandbox-templates/${id}`, body: { maxMembers: 5 } }),
  )

  it('rejects a change that is inconsistent with other fields', async () => {
    expect((await updateTemplate({ maxHours: 24 })).body.errors).toMatchObject([{ field: 'defaultHours' }])
    expect((await updateTemplate({ thresholds: [{ percent: 101, action: 'notify' }] })).status).toBe(400)
    expect((await updateTemplate({})).status).toBe(400)
  })

  it('rejects a different currency if requests have used the template', async () => {
    expect((await updateTemplate({ currency: 'EUR' })).status).toBe(200)
    expect((await updateTemplate({ currency: 'GBP' })).status).toBe(200)
    await createPending(app, id)
    expect((await updateTemplate({ currency: 'EUR' })).body.code).toBe('conflict')
  })

  it('returns 404 for an unknown template', async () => {
    const response = await app.as(app.persona('Niamh').id).patch(`/sandbox-templates/${crypto.randomUUID()}`, { maxMembers: 5 })
    expect(response.status).toBe(404)
  })

  it('accepts only one of two concurrent changes of the same version', async () => {
    const { version } = (await app.as(app.persona('Niamh').id).get(`/sandbox-templates/${id}`)).body
    const responses = await Promise.all([8, 9].map((maxMembers) => updateTemplate({ maxMembers }, { 'if-match': `"${version}"` })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412])
  })
})
