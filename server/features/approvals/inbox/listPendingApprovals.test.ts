import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type ApprovalListApp, startWithPendingRequest } from './approvalLists.fixture.ts'

let listApp: ApprovalListApp
beforeAll(async () => {
  listApp = await startWithPendingRequest()
})
afterAll(() => listApp.app.close())
const get = (givenName: string, path = '/account-approvals/pending-approvals') =>
  listApp.app.as(listApp.app.persona(givenName).id).get(path)

describe('listPendingApprovals', () => {
  it('returns only approvals that the caller can decide now', async () => {
    expect((await get('Ravi')).body.map((item: { id: string }) => item.id)).toContain(listApp.approvalId)
    for (const name of ['Margaret', 'Priya', 'Tomasz', 'Niamh']) expect((await get(name)).body).toEqual([])
  })

  it('shows a request to the approvers of its next stage', async () => {
    await listApp.app.as(listApp.app.persona('Ravi').id).post(`/account-approvals/${listApp.approvalId}`, { decision: 'approve', stage: 1 })
    expect((await get('Ravi')).body).toEqual([])
    expect((await get('Margaret')).body).toMatchObject([
      {
        id: listApp.approvalId,
        stage: 2,
        subject: { kind: 'accountRequest', summary: { name: 'checkout-trial-dev' } },
        can: { decide: true },
      },
    ])
  })

  roleSuite(
    'listPendingApprovals',
    () => listApp.app,
    () => ({ path: '/account-approvals/pending-approvals' }),
  )
})
