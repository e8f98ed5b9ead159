import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { approveAll } from '../../../../test/approveAll.ts'
import { roleIds } from './groups.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('an account that Slipway builds', () => {
  it('has the groups of its request, open for access requests', async () => {
    const { accountId, name } = await approveAll(app, 'groups-recorded')
    await app.drain()
    const [account] = await app.db.selectFrom('accounts').select(['subscription_id', 'status']).where('id', '=', accountId).execute()
    expect(account!.status).toBe('active')
    const groups = (await app.as(app.persona('Tomasz').id).get(`/accounts/${accountId}/groups`)).body
    const scope = `/subscriptions/${account!.subscription_id}`
    expect(groups).toMatchObject([
      { name: `az-${name}-developers`, assignment: 'active', status: 'ready', roles: [{ roleDefinitionId: roleIds.contributor, scope }] },
      { name: `az-${name}-operators`, assignment: 'eligible', status: 'ready', roles: [{ roleDefinitionId: roleIds.owner, scope }] },
    ])
    expect(groups.map((group: { can: object }) => group.can)).toMatchObject(Array(2).fill({ request: true, delete: expect.any(String) }))
    expect(groups.every((group: { memberCount: number }) => group.memberCount === 0)).toBe(true)
  })
})
