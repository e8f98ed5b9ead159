import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { invalidate } from '../../../clients/cached.ts'
import { allActionsLabels } from '../../accounts/groups/roleLabels.ts'
import { accountOf, activateRole, eligibleGroup, monitoringReader, roleIds } from './pim.fixture.ts'
import { activationProblems } from './policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.simulator.exchanges.clear()
  for (const key of ['everywhere', 'policies']) invalidate(app.context.clients, key)
})

interface Role {
  name: string
  account: { id: string } | null
  roleDefinitionId: string
}
const roles = async (personaName: string) => {
  invalidate(app.context.clients, `everywhere ${app.persona(personaName).id}`)
  return (await app.as(app.persona(personaName).id).get('/pim/roles')).body
}
const listRequests = (path: string) => app.simulator.exchanges.list().filter((exchange) => exchange.path.includes(path))
const findOwnedAccounts = (personaName: string) => {
  const { id } = app.persona(personaName)
  return app.company.accounts.filter((account) => account.ownerIds.includes(id))
}

describe('listPimRoles', () => {
  it('lists the eligible roles in all accounts with two calls to Azure', async () => {
    const body = await roles('Daniel')
    const existingIds = new Set(body.items.map(({ account }: Role) => account?.id))
    for (const account of findOwnedAccounts('Daniel').filter(({ status }) => status === 'active'))
      expect(existingIds.has(account.id)).toBe(true)
    expect(body.items[0]).toMatchObject({ name: 'Contributor', maxMinutes: 480, allowedActions: [allActionsLabels.withoutAccess] })
    expect(body.unreadableAccounts).toEqual([])
    expect(listRequests('roleEligibilityScheduleInstances')).toHaveLength(1)
    expect(listRequests('roleAssignmentScheduleInstances')).toHaveLength(1)
    expect(listRequests('roleManagementPolicyAssignments').length).toBeLessThanOrEqual(40)
  })

  it('marks accounts whose rules Azure does not return, and lists the others', async () => {
    const silentAccount = accountOf(app, 1)
    invalidate(app.context.clients, `role policies ${silentAccount.subscriptionId}`)
    const fault = app.simulator.faults.add({
      service: 'arm',
      path: `${silentAccount.subscriptionId}.*roleManagementPolicyAssignments`,
      action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } },
    })
    const body = await roles('Daniel')
    app.simulator.faults.remove(fault)
    expect(body.unreadableAccounts).toMatchObject([{ id: silentAccount.id, name: silentAccount.name }])
    const role = (id: string) => body.items.find((each: Role) => each.account?.id === id)
    expect(role(silentAccount.id)).toMatchObject({ maxMinutes: null, can: { activate: activationProblems.noRules } })
    expect(role(accountOf(app, 0).id)).toMatchObject({ can: { activate: true } })
  })

  it('shows an activated role immediately', async () => {
    const account = accountOf(app, 2)
    const activation = (await activateRole(app, 2)).body
    const { items } = await roles('Daniel')
    const role = items.find((each: Role) => each.account?.id === account.id && each.roleDefinitionId === roleIds.contributor)
    expect(role).toMatchObject({
      active: { until: activation.endsAt },
      activation: { id: activation.id, can: { deactivate: true, extend: true } },
    })
  })

  it('includes roles through groups, but no other person’s roles', async () => {
    const account = accountOf(app, 3)
    const group = await eligibleGroup(app, account.subscriptionId, monitoringReader, [app.persona('Priya').id])
    const ownRoles = (await roles('Priya')).items
    expect(ownRoles.find((each: Role) => each.roleDefinitionId === monitoringReader)).toMatchObject({
      via: group,
      account: { id: account.id },
    })
    const otherRoles = (await roles('Daniel')).items
    expect(otherRoles.some((each: Role) => each.roleDefinitionId === monitoringReader)).toBe(false)
  })

  roleSuite(
    'listPimRoles',
    () => app,
    () => ({ path: '/pim/roles' }),
  )

  it('fails when Azure denies the call, and calls Azure again the next time', async () => {
    const action = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', path: 'roleEligibilityScheduleInstances', action })
    expect((await roles('Daniel')).code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
    expect((await roles('Daniel')).items.length).toBeGreaterThan(0)
  })
})
