import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type ApprovalListApp, startWithPendingRequest } from './approvalLists.fixture.ts'

let listApp: ApprovalListApp
beforeAll(async () => {
  listApp = await startWithPendingRequest()
})
afterAll(() => listApp.app.close())
const get = (givenName: string, path = '/account-approvals/canIApprove') => listApp.app.as(listApp.app.persona(givenName).id).get(path)

describe('canIApprove', () => {
  it('returns the families, towers, items and groups for which the caller approves', async () => {
    expect((await get('Ravi')).body).toContain('family:Checkout')
    expect((await get('Margaret')).body).toContain('tower:Commerce')
    expect((await get('Ewa')).body).toContain('product:Azure Firewall')
    expect((await get('Samuel')).body).toContain('group:Cloud Architecture Board')
    expect((await get('Priya')).body).toEqual([])
  })

  roleSuite(
    'canIApprove',
    () => listApp.app,
    () => ({ path: '/account-approvals/canIApprove' }),
  )
})
