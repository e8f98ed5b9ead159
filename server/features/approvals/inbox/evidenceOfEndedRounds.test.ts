import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from '../../../../test/adversary/world.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { putPolicy } from '../../../../test/putPolicy.ts'
import type { Evidence } from '../../../approvals/evidence.ts'

let app: TestApp
let number = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const requester = () => app.as(id('Priya'))

async function requestAccount() {
  const approverId = await newPerson(app)
  const rule = { kind: 'anyOf' as const, personIds: [approverId, id('Ravi')] }
  const restorePolicy = await putPolicy(app, 'accountRequest', { reject: [], approve: [], stages: [{ name: 'One', rule, minimum: 2 }] })
  const details = newRequest(app, { name: `ended-${++number}` })
  const { body } = await requester().post('/account-requests', details)
  await restorePolicy()
  const approvalId = body.approvals[0].id as string
  return { requestId: body.id as string, approvalId, approverId, details }
}
const vote = (personId: string, approvalId: string) =>
  app.as(personId).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage: 1 })
const read = async (personId: string, approvalId: string) => {
  const { status, body } = await app.as(personId).get(`/account-approvals/${approvalId}`)
  expect(status).toBe(200)
  return body as { evidence: Evidence; evidenceRecorded: boolean }
}
const factsOf = ({ facts }: Evidence) => JSON.stringify(facts)

describe('the evidence of an ended round', () => {
  it('is what its approvers saw, after an edit and after the decision on a later round', async () => {
    const { requestId, approvalId, approverId, details } = await requestAccount()
    const before = await read(approverId, approvalId)
    await vote(approverId, approvalId)
    const { body } = await requester().patch(`/account-requests/${requestId}`, {
      ...details,
      name: `ended-${++number}`,
      ownerIds: [id('Priya'), id('Tomasz')],
      budget: { ...details.budget, amount: 123_400 },
    })
    expect(await read(approverId, approvalId)).toMatchObject({ evidenceRecorded: true, evidence: before.evidence })
    const later = body.approvals.at(-1).id as string
    expect((await read(id('Grace'), later)).evidence.monthlyBudget?.amount).toBe(123_400)
    await app.as(id('Ravi')).post(`/account-approvals/${later}`, { decision: 'reject', stage: 1, comment: 'Too much.' })
    expect(await read(approverId, approvalId)).toMatchObject({ evidenceRecorded: true, evidence: before.evidence })
  })

  it('has no current data of other accounts and the requester for former approvers, if it wasn’t recorded', async () => {
    const { requestId, approvalId, approverId } = await requestAccount()
    const pending = await read(approverId, approvalId)
    expect(pending.evidence.holds).toBeDefined()
    expect(pending.evidence.familyBudget).not.toBeNull()
    await vote(approverId, approvalId)
    await requester().post(`/account-requests/${requestId}/withdraw`)
    const { evidence, evidenceRecorded } = await read(approverId, approvalId)
    expect(evidenceRecorded).toBe(false)
    expect(evidence).toMatchObject({ familyBudget: null, similar: [] })
    expect(evidence).not.toHaveProperty('holds')
    expect(factsOf(evidence)).not.toContain('otherBudgets')
    expect((await read(id('Grace'), approvalId)).evidence).toMatchObject({
      familyBudget: pending.evidence.familyBudget,
      holds: pending.evidence.holds,
    })
    expect((await read(id('Priya'), approvalId)).evidence.holds).toBeDefined()
  })
})
