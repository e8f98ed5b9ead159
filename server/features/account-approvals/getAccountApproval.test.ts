import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newRequest } from '../../../test/newRequest.ts'
import { roleSuite } from '../../../test/roleSuite.ts'
import { type Started, startWithPendingRequest } from './approvalLists.fixture.ts'

let started: Started
beforeAll(async () => {
  started = await startWithPendingRequest()
})
afterAll(() => started.app.close())
const get = (givenName: string, id = started.approvalId) =>
  started.app.as(started.app.persona(givenName).id).get(`/account-approvals/${id}`)

describe('getAccountApproval works', () => {
  it('gives the approver the evidence: budget beside the family, owners, similar decisions', async () => {
    const { status, body } = await get('Ravi')
    expect(status).toBe(200)
    expect(body.evidence).toMatchObject({
      purpose: 'Try the new checkout before the summer campaign.',
      monthlyBudget: { amount: 50_000, currency: 'GBP' },
    })
    expect(body.evidence.familyBudget.accounts).toBeGreaterThan(0)
    expect(body.evidence.similar.length).toBeGreaterThan(0)
    expect(body.evidence.similar[0]).toMatchObject({ outcome: 'approved' })
  })

  it('flags what deserves a second look, with the reason', async () => {
    const { app } = started
    const odd = newRequest(app, {
      name: 'checkout-odd-dev',
      connectivity: 'internet',
      dataClassification: 'restricted',
      budget: { ...newRequest(app).budget, amount: 90_000_000 },
      accessGroups: [{ name: 'admins', role: 'Owner', assignment: 'active' }],
    })
    const request = (await app.as(app.persona('Priya').id).post('/account-requests', odd)).body
    const flags = (await get('Ravi', request.approvals[0].id)).body.evidence.flags.map((flag: { text: string }) => flag.text)
    expect(flags).toEqual([
      expect.stringMatching(/^The budget is \d+ times what this family’s development accounts usually have\.$/),
      'It will hold restricted data.',
      'It holds restricted data and is open to the internet.',
      'A group would hold Owner all the time; eligible would be safer.',
    ])
  })
})

describe('getAccountApproval refuses', () => {
  roleSuite(
    'getAccountApproval',
    () => started.app,
    () => ({ path: `/account-approvals/${started.approvalId}` }),
  )
})
