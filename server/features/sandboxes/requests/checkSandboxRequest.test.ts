import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { alwaysNeedsApproval } from './approvalRule.ts'
import { addTemplateWithCapacity, createPending, requestBody, template } from './sandboxRequests.fixture.ts'

let app: TestApp
let kind: string
let within: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
  kind = await template(app)
  within = await template(app, { approval: { mode: 'within', budget: 5_000 } })
})
afterAll(() => app.close())

const check = (details: object, requestId?: string, personaName = 'Priya') =>
  app.as(app.persona(personaName).id).post('/sandbox-requests/check', { details, ...(requestId ? { requestId } : {}) })
const listInvalidFields = (body: { checks: { field: string; state: string }[] }) =>
  body.checks.filter(({ state }) => state === 'bad').map(({ field }) => field)

describe('checkSandboxRequest', () => {
  it('returns the approvers', async () => {
    const { body } = await check(requestBody(app, kind))
    expect(body).toMatchObject({ automatic: false, queue: null, decisionReasons: [alwaysNeedsApproval] })
    expect(listInvalidFields(body)).toEqual([])
    expect(body.preview.stages).toMatchObject([{ name: 'Manager', people: [{ id: app.persona('Ravi').id }], fallback: false }])
  })

  it('reports automatic approval, or the limits that prevent it', async () => {
    expect((await check(requestBody(app, within))).body).toMatchObject({
      automatic: true,
      preview: null,
      decisionReasons: [expect.stringMatching(/£40 .*£50/)],
    })
    expect((await check(requestBody(app, within, { budget: 6_000 }))).body).toMatchObject({
      automatic: false,
      decisionReasons: [expect.stringContaining('£50')],
    })
  })

  it('gives only the policy’s reason if the policy rejects a request within the template’s limits', async () => {
    const reason = 'Sandboxes are paused.'
    const restorePolicy = await putPolicy(app, 'sandboxRequest', { reject: [{ when: 'true', reason }], approve: [], stages: [] })
    const { body } = await check(requestBody(app, within))
    await restorePolicy()
    expect(body).toMatchObject({ automatic: false, decisionReasons: [reason], preview: { automatic: { outcome: 'rejected', reason } } })
  })

  it('checks incomplete details, with the template’s default budget and lease for the rest', async () => {
    const { body } = await check({ templateId: within, name: 'X', region: 'eastus' })
    expect(listInvalidFields(body)).toEqual(['name', 'region'])
    expect(body).toMatchObject({ automatic: true, preview: null })
  })

  it('returns the position in the queue when capacity is exhausted', async () => {
    await addTemplateWithCapacity(app, 1)
    await createPending(app, within)
    const { body } = await check(requestBody(app, kind))
    expect(body.queue).toMatchObject({ position: 1 })
    await addTemplateWithCapacity(app, 900)
  })

  it('accepts the current name of an edited request, and doesn’t count it twice', async () => {
    const templateId = await template(app, { maxPerPerson: 1 })
    const request = await createPending(app, templateId)
    expect(listInvalidFields((await check(requestBody(app, templateId, { name: request.name }), request.id)).body)).toEqual([])
    expect(listInvalidFields((await check(requestBody(app, templateId, { name: request.name }))).body)).toEqual(['name', 'templateId'])
  })

  it('gives policies the budget in whole units of the template’s currency', async () => {
    const budgetFact = async (currency: string, budget: number) => {
      const templateId = await template(app, { currency, defaultBudget: 5_000, maxBudget: 90_000 })
      const { id } = await createPending(app, templateId, { budget })
      const { facts } = await app.db.selectFrom('approvals').select('facts').where('subject_id', '=', id).executeTakeFirstOrThrow()
      return (facts as { request: { budget: number } }).request.budget
    }
    expect(await budgetFact('GBP', 4_000)).toBe(40)
    expect(await budgetFact('JPY', 40_000)).toBe(40_000)
    expect(await budgetFact('KWD', 40_500)).toBe(40.5)
  })

  roleSuite(
    'checkSandboxRequest',
    () => app,
    () => ({ path: '/sandbox-requests/check', body: { details: { templateId: kind } } }),
  )

  it('rejects hidden and disabled templates', async () => {
    expect((await check({ templateId: await template(app, { visibility: 'hidden' }) })).status).toBe(404)
    expect((await check({ templateId: await template(app, { enabled: false }) })).status).toBe(409)
    expect((await check({ name: 'no-template' })).status).toBe(400)
  })

  it('returns a result while the directory is down, without writing anything', async () => {
    const requestsBefore = await app.db.selectFrom('sandbox_requests').select('id').execute()
    app.simulator.faults.add({ service: 'graph', path: '/', action: { kind: 'status', status: 503 } })
    const { status, body } = await check(requestBody(app, kind, { ownerIds: [crypto.randomUUID()] }))
    app.simulator.faults.clear()
    expect(status).toBe(200)
    expect(listInvalidFields(body)).toEqual(['ownerIds.0'])
    expect(await app.db.selectFrom('sandbox_requests').select('id').execute()).toHaveLength(requestsBefore.length)
  })
})
