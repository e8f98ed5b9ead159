import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { syncTypicalPrices } from '../spend/typicalCost.ts'
import { addTemplateWithCapacity, createPending, review, template } from './sandboxRequests.fixture.ts'

let app: TestApp
let kind: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 1)
  kind = await template(app)
})
afterAll(() => app.close())

const get = (id: string, givenName = 'Priya') => app.as(app.persona(givenName).id).get(`/sandbox-requests/${id}`)

describe('getSandboxRequest', () => {
  it('shows approvals, runs and history, and the position in the queue', async () => {
    const [firstRequest, secondRequest] = [await createPending(app, kind), await createPending(app, kind)]
    for (const { id } of [firstRequest, secondRequest]) await review(app, 'Ravi', id, { decision: 'approve', comment: 'Good idea.' })
    const { body } = await get(firstRequest.id)
    expect(body.run).toMatchObject({ kind: 'provisionSandbox', status: 'queued' })
    expect(body.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(['submitted', 'approve', 'approved'])
    expect(body.timeline[1]).toMatchObject({ comment: 'Good idea.', person: { id: app.persona('Ravi').id } })
    expect((await get(secondRequest.id)).body).toMatchObject({ run: null, sandboxStatus: 'queued', queue: { position: 1 } })
  })

  it('warns of typical use that costs more than the budget, as the evidence does', async () => {
    const typicalUse = [
      { name: 'Machines', resourceType: 'Microsoft.Compute/virtualMachines', sku: 'Standard_D2s_v5', count: 50, share: 100 },
    ]
    const withMachines = await template(app, { typicalUse })
    await syncTypicalPrices({ db: app.db, clients: app.context.clients, now: new Date() })
    const request = await createPending(app, withMachines)
    const { flags } = (await app.as(app.persona('Ravi').id).get(`/account-approvals/${request.approvalId}`)).body.evidence
    expect((await get(request.id)).body.budgetWarnings).toHaveLength(1)
    expect(flags).toContainEqual({ tone: 'warn', text: (await get(request.id)).body.budgetWarnings[0] })
    expect((await createPending(app, kind)).budgetWarnings).toEqual([])
  })

  it('shows the request to approvers, the sandbox’s owners, administrators and auditors', async () => {
    const { id } = await createPending(app, kind, { ownerIds: [app.persona('Daniel').id] })
    for (const person of ['Ravi', 'Niamh', 'Grace']) expect((await get(id, person)).status).toBe(200)
    expect((await get(id, 'Daniel')).status).toBe(404)
    await review(app, 'Ravi', id)
    expect((await get(id, 'Daniel')).status).toBe(200)
  })

  describe('other callers', () => {
    let sample: string
    beforeAll(async () => {
      sample = (await createPending(app, kind)).id
    })
    roleSuite(
      'getSandboxRequest',
      () => app,
      () => ({ path: `/sandbox-requests/${sample}` }),
    )
  })

  it('returns 404 for an unknown request, and 400 for a malformed ID', async () => {
    expect((await get(crypto.randomUUID())).status).toBe(404)
    expect((await get('new')).status).toBe(400)
  })
})
