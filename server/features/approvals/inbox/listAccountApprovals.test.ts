import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type ApprovalListApp, startWithPendingRequest } from './approvalLists.fixture.ts'

let listApp: ApprovalListApp
beforeAll(async () => {
  listApp = await startWithPendingRequest()
})
afterAll(() => listApp.app.close())
const get = (givenName: string, path = '/account-approvals') => listApp.app.as(listApp.app.persona(givenName).id).get(path)

describe('listAccountApprovals', () => {
  it('returns approvals that the caller decided or can decide at some stage', async () => {
    for (const name of ['Ravi', 'Margaret'])
      expect((await get(name)).body.map((item: { id: string }) => item.id)).toContain(listApp.approvalId)
    expect((await get('Tomasz')).body).toEqual([])
    const allApprovals = (await get('Grace')).body as { id: string; openedAt: string }[]
    expect(allApprovals.length).toBeGreaterThan(100)
    expect(allApprovals).toEqual(allApprovals.toSorted((a, b) => (a.openedAt < b.openedAt ? 1 : a.openedAt > b.openedAt ? -1 : 0)))
    await listApp.app.as(listApp.app.persona('Ravi').id).post(`/account-approvals/${listApp.approvalId}`, { decision: 'approve', stage: 1 })
    const listedApprovals = (await get('Ravi')).body.filter((item: { id: string }) => item.id === listApp.approvalId)
    expect(listedApprovals).toMatchObject([
      { stages: [{ decisions: [{ person: { id: listApp.app.persona('Ravi').id }, decision: 'approve' }] }, {}] },
    ])
  })

  roleSuite(
    'listAccountApprovals',
    () => listApp.app,
    () => ({ path: '/account-approvals' }),
  )
})
