import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { allActionsLabels } from '../../accounts/groups/roleLabels.ts'
import { accountOf, eligibleGroup, monitoringReader, roleIds } from './pim.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)
const path = (n: number) => `/accounts/${accountOf(app, n).id}/getPimRoleEligibility`

describe('getPimRoleEligibility', () => {
  it('returns the caller’s eligible roles with the rules of their policies', async () => {
    const response = await as('Daniel').get(path(0))
    expect(response.status).toBe(200)
    expect(response.body.items.map(({ name }: { name: string }) => name)).toEqual(['Contributor', 'Owner', 'User Access Administrator'])
    const [contributor, owner, administrator] = response.body.items
    expect(contributor).toMatchObject({
      roleDefinitionId: roleIds.contributor,
      scope: `/subscriptions/${accountOf(app, 0).subscriptionId}`,
      via: null,
      maxMinutes: 480,
      requires: { justification: true, ticket: false, mfa: true, approval: false },
      allowedActions: [allActionsLabels.withoutAccess],
      active: null,
      can: { activate: true },
    })
    expect(owner).toMatchObject({ requires: { approval: true }, approvers: ['Cloud Architecture Board'], can: { activate: true } })
    expect(administrator).toMatchObject({ maxMinutes: 240, requires: { ticket: true } })
  })

  it('includes roles through groups, and names the group', async () => {
    const account = accountOf(app, 1)
    const group = await eligibleGroup(app, account.subscriptionId, monitoringReader, [app.persona('Priya').id])
    const response = await as('Priya').get(path(1))
    expect(response.body.items).toMatchObject([{ name: 'Monitoring Reader', via: group, can: { activate: true } }])
  })

  it('doesn’t return other people’s roles, even to owners and administrators', async () => {
    const account = accountOf(app, 2)
    await eligibleGroup(app, account.subscriptionId, monitoringReader, [app.persona('Priya').id])
    for (const givenName of ['Niamh', 'Grace', 'Tomasz']) expect((await as(givenName).get(path(2))).body.items).toEqual([])
    const names = (await as('Daniel').get(path(2))).body.items.map(({ name }: { name: string }) => name)
    expect(names).not.toContain('Monitoring Reader')
  })

  roleSuite(
    'getPimRoleEligibility',
    () => app,
    () => ({ path: path(0) }),
  )

  it('rejects an account without a subscription, and returns 404 for an unknown one', async () => {
    expect((await as('Daniel').get('/accounts/00000000-0000-4000-8000-000000000000/getPimRoleEligibility')).status).toBe(404)
    await app.db.updateTable('accounts').set({ subscription_id: null }).where('id', '=', accountOf(app, 3).id).execute()
    expect((await as('Daniel').get(path(3))).status).toBe(404)
  })

  it('fails when Azure denies the call, and calls Azure again the next time', async () => {
    const action = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', action })
    expect((await as('Daniel').get(path(4))).body.code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
    expect((await as('Daniel').get(path(4))).status).toBe(200)
  })
})
