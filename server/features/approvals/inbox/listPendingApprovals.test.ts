import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type ApprovalListApp, startWithPendingRequest } from './approvalLists.fixture.ts'

let started: ApprovalListApp
beforeAll(async () => {
  started = await startWithPendingRequest()
})
afterAll(() => started.app.close())
const get = (givenName: string, path = '/account-approvals/pending-approvals') =>
  started.app.as(started.app.persona(givenName).id).get(path)

describe('listPendingApprovals', () => {
  it('returns only what waits for the caller now', async () => {
    expect((await get('Ravi')).body.map((item: { id: string }) => item.id)).toContain(started.approvalId)
    for (const name of ['Margaret', 'Priya', 'Tomasz', 'Niamh']) expect((await get(name)).body).toEqual([])
  })

  it('follows the request to its next stage', async () => {
    await started.app.as(started.app.persona('Ravi').id).post(`/account-approvals/${started.approvalId}`, { decision: 'approve', stage: 1 })
    expect((await get('Ravi')).body).toEqual([])
    expect((await get('Margaret')).body).toMatchObject([
      {
        id: started.approvalId,
        stage: 2,
        subject: { kind: 'accountRequest', summary: { name: 'checkout-trial-dev' } },
        can: { decide: true },
      },
    ])
  })

  roleSuite(
    'listPendingApprovals',
    () => started.app,
    () => ({ path: '/account-approvals/pending-approvals' }),
  )
})
