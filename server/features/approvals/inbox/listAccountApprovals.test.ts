import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type ApprovalListApp, startWithPendingRequest } from './approvalLists.fixture.ts'

let started: ApprovalListApp
beforeAll(async () => {
  started = await startWithPendingRequest()
})
afterAll(() => started.app.close())
const get = (givenName: string, path = '/account-approvals') => started.app.as(started.app.persona(givenName).id).get(path)

describe('listAccountApprovals', () => {
  it('returns approvals that the caller decided or can decide at some stage', async () => {
    for (const name of ['Ravi', 'Margaret'])
      expect((await get(name)).body.map((item: { id: string }) => item.id)).toContain(started.approvalId)
    expect((await get('Tomasz')).body).toEqual([])
    const all = (await get('Grace')).body as { id: string; openedAt: string }[]
    expect(all.length).toBeGreaterThan(100)
    expect(all).toEqual(all.toSorted((one, other) => (one.openedAt < other.openedAt ? 1 : one.openedAt > other.openedAt ? -1 : 0)))
    // A decided approval stays in the list, once, although others still have to decide.
    await started.app.as(started.app.persona('Ravi').id).post(`/account-approvals/${started.approvalId}`, { decision: 'approve', stage: 1 })
    const remembered = (await get('Ravi')).body.filter((item: { id: string }) => item.id === started.approvalId)
    expect(remembered).toMatchObject([
      { stages: [{ decisions: [{ person: { id: started.app.persona('Ravi').id }, decision: 'approve' }] }, {}] },
    ])
  })

  roleSuite(
    'listAccountApprovals',
    () => started.app,
    () => ({ path: '/account-approvals' }),
  )
})
