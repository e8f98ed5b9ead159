import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { ownRequestMessage } from '../../../approvals/policy.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  id = (await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app))).body.id
})
afterAll(() => app.close())
const idOf = (givenName: string) => app.persona(givenName).id
const as = (givenName: string) => app.as(idOf(givenName))

describe('getAccountRequest', () => {
  it('shows the requester the approvers, the waiting time and the requested values', async () => {
    const { status, body, headers } = await app.as(app.persona('Priya').id).get(`/account-requests/${id}`)
    expect(status).toBe(200)
    expect(headers['etag']).toMatch(new RegExp(`^"${body.version}[.]`))
    expect(body).toMatchObject({ status: 'pending_approval', waitingFor: 'Family owner', run: null, can: { edit: true, withdraw: true } })
    expect(body.approvals[0].stages[0].approvers.map((person: { displayName: string }) => person.displayName)).toContain('Ravi Deshmukh')
    expect(body.approvals[0].can.decide).toBe(ownRequestMessage)
    expect(body.owners.map((person: { displayName: string }) => person.displayName)).toEqual(['Priya Raman', 'Daniel Okoro'])
    expect(body.timeline.map((entry: { text: string }) => entry.text)).toEqual([expect.stringContaining('checkout-trial-dev')])
  })

  it('shows the usual wait of the open stage only', async () => {
    const { body } = await as('Priya').get(`/account-requests/${id}`)
    const [open, ...others] = body.approvals[0].stages
    const { body: preview } = await as('Priya').post('/account-requests/check', { details: newRequest(app, { name: 'another-name-dev' }) })
    expect(open.usualWait).toEqual(preview.preview.stages[0].usualWait)
    expect(open.usualWait.decisions).toBeGreaterThan(10)
    for (const stage of others) expect(stage).not.toHaveProperty('usualWait')
  })

  it('warns of services that cost more than the budget, as the evidence does, until the decision', async () => {
    const expensive = app.company.catalogue.find(({ enabled, approverIds }) => enabled && approverIds.length === 0)!
    const draft = newRequest(app, { name: 'warned-dev', catalogueItemIds: [expensive.id] })
    const { body } = await as('Priya').post('/account-requests', { ...draft, budget: { ...draft.budget, amount: 100 } })
    const approvalId = body.approvals[0].id
    const { flags } = (await as('Ravi').get(`/account-approvals/${approvalId}`)).body.evidence
    expect(body.budgetWarnings).toHaveLength(1)
    expect(flags).toContainEqual({ tone: 'warn', text: body.budgetWarnings[0] })
    await as('Ravi').post(`/account-approvals/${approvalId}`, { decision: 'reject', stage: 1, comment: 'Too expensive.' })
    expect((await as('Priya').get(`/account-requests/${body.id}`)).body.budgetWarnings).toEqual([])
    expect((await as('Priya').get(`/account-requests/${id}`)).body.budgetWarnings).toEqual([])
  })

  it('is visible to approvers of every stage, administrators and auditors', async () => {
    for (const name of ['Ravi', 'Margaret', 'Niamh', 'Grace'])
      expect((await app.as(app.persona(name).id).get(`/account-requests/${id}`)).status).toBe(200)
  })

  it('remains visible to approvers after a stage closes, even if a delegate voted', async () => {
    const stages = ['First', 'Second'].map((name, index) => ({
      name,
      rule: { kind: 'anyOf' as const, personIds: index === 0 ? [idOf('Ravi'), idOf('Ewa')] : [idOf('Margaret')], groupIds: [] },
      minimum: 1,
    }))
    const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages })
    const { body } = await as('Priya').post('/account-requests', newRequest(app, { name: 'two-seats-dev' }))
    await restorePolicy()
    const approvalId = body.approvals[0].id
    const delegation = await as('Ravi').post('/me/delegations', { delegateId: idOf('Tomasz') })
    expect((await as('Tomasz').post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })).status).toBe(200)
    await as('Ravi').delete(`/delegations/${delegation.body.id}`)
    for (const givenName of ['Ravi', 'Ewa', 'Tomasz', 'Margaret']) {
      const { items } = (await as(givenName).get('/account-requests?search=two-seats')).body
      expect([givenName, items.length]).toEqual([givenName, 1])
      expect((await as(givenName).get(`/account-requests/${body.id}`)).status).toBe(200)
      expect((await as(givenName).get(`/account-approvals/${approvalId}`)).status).toBe(200)
      expect((await as(givenName).get(`/audit/activity?kind=accountRequest&id=${body.id}`)).status).toBe(200)
    }
    const outsider = app.company.people.findLast(({ appRoles }) => appRoles.length === 0)!
    expect((await app.as(outsider.id).get(`/account-approvals/${approvalId}`)).status).toBe(404)
  })

  it('returns whether the caller can decide, or the reason why not', async () => {
    const ravi = await app.as(app.persona('Ravi').id).get(`/account-requests/${id}`)
    expect(ravi.body.approvals[0].can.decide).toBe(true)
    expect(ravi.body.can.withdraw).toEqual(expect.any(String))
    const margaret = await app.as(app.persona('Margaret').id).get(`/account-requests/${id}`)
    expect(margaret.body.approvals[0].can.decide).toEqual(expect.any(String))
  })

  roleSuite(
    'getAccountRequest',
    () => app,
    () => ({ path: `/account-requests/${id}` }),
  )

  it('returns 404 for an unknown ID, and 400 for a malformed ID', async () => {
    expect((await app.as(app.persona('Priya').id).get('/account-requests/01980000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await app.as(app.persona('Priya').id).get('/account-requests/1%20or%201=1')).status).toBe(400)
  })
})
