import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type ApprovalListApp, startWithPendingRequest } from './approvalLists.fixture.ts'

let listApp: ApprovalListApp
beforeAll(async () => {
  listApp = await startWithPendingRequest()
})
afterAll(() => listApp.app.close())
const get = (givenName: string, path = '/account-approvals/productsICanApprove') =>
  listApp.app.as(listApp.app.persona(givenName).id).get(path)

describe('productsICanApprove', () => {
  it('returns the catalogue items whose use the caller approves', async () => {
    const { body } = await get('Ewa')
    expect(body.map((item: { name: string }) => item.name)).toContain('Azure Firewall')
    expect((await get('Priya')).body).toEqual([])
  })

  roleSuite(
    'productsICanApprove',
    () => listApp.app,
    () => ({ path: '/account-approvals/productsICanApprove' }),
  )
})
