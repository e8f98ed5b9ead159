import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type ApprovalListApp, startWithPendingRequest } from './approvalLists.fixture.ts'

let listApp: ApprovalListApp
beforeAll(async () => {
  listApp = await startWithPendingRequest()
})
afterAll(() => listApp.app.close())
const get = (givenName: string, path = '/account-approvals/my-requests-pending-approval') =>
  listApp.app.as(listApp.app.persona(givenName).id).get(path)

describe('listMyRequestsPendingApproval', () => {
  it('shows the requester the approvers and the waiting time', async () => {
    const { body } = await get('Priya')
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({ id: listApp.approvalId, stage: 1, subject: { summary: { reference: expect.stringMatching(/^ACC-/) } } })
    expect(body[0].stages[0].approvers.length).toBeGreaterThan(0)
    expect((await get('Ravi')).body).toEqual([])
  })

  roleSuite(
    'listMyRequestsPendingApproval',
    () => listApp.app,
    () => ({ path: '/account-approvals/my-requests-pending-approval' }),
  )
})
