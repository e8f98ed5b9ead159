import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { capacityFor, pending, template } from '../requests/sandboxRequests.fixture.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
  await capacityFor(app, 900)
  id = await template(app)
})
afterAll(() => app.close())

const change = (body: object, headers?: Record<string, string>) =>
  app.as(app.persona('Niamh').id).patch(`/sandbox-templates/${id}`, body, headers)

describe('updateSandboxTemplate', () => {
  it('changes the given fields only, and records before and after', async () => {
    const answer = await change({ maxBudget: 30_000, enabled: false }, { 'if-match': '"1"' })
    expect(answer.body).toMatchObject({ maxBudget: 30_000, defaultBudget: 5_000, enabled: false, version: 2 })
    expect(answer.body.can.request).toEqual(expect.any(String))
    const [event] = await app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'updateSandboxTemplate').execute()
    expect(event).toMatchObject({ outcome: 'allowed', before: { maxBudget: 20_000 }, after: { maxBudget: 30_000 } })
    await change({ enabled: true })
  })

  roleSuite(
    'updateSandboxTemplate',
    () => app,
    () => ({ path: `/sandbox-templates/${id}`, body: { maxMembers: 5 } }),
  )

  it('rejects a change that is inconsistent with other fields', async () => {
    expect((await change({ maxHours: 24 })).body.errors).toMatchObject([{ field: 'defaultHours' }])
    expect((await change({ thresholds: [{ percent: 101, action: 'notify' }] })).status).toBe(400)
    expect((await change({})).status).toBe(400)
  })

  it('rejects another currency after it was used in requests', async () => {
    expect((await change({ currency: 'EUR' })).status).toBe(200)
    expect((await change({ currency: 'GBP' })).status).toBe(200)
    await pending(app, id)
    expect((await change({ currency: 'EUR' })).body.code).toBe('conflict')
  })

  it('returns 404 for an unknown template', async () => {
    const answer = await app.as(app.persona('Niamh').id).patch(`/sandbox-templates/${crypto.randomUUID()}`, { maxMembers: 5 })
    expect(answer.status).toBe(404)
  })

  it('accepts one of two concurrent changes of the same version', async () => {
    const { version } = (await app.as(app.persona('Niamh').id).get(`/sandbox-templates/${id}`)).body
    const answers = await Promise.all([8, 9].map((maxMembers) => change({ maxMembers }, { 'if-match': `"${version}"` })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })
})
