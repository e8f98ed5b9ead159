import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { forget } from '../../../clients/fresh.ts'
import { allActionsLabels } from '../../accounts/groups/roleLabels.ts'
import { accountOf, eligibleGroup, monitoringReader, roleIds, take } from './pim.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.simulator.exchanges.clear()
  for (const key of ['everywhere', 'policies']) forget(app.context.clients, key)
})

interface Role {
  name: string
  account: { id: string } | null
  roleDefinitionId: string
}
const roles = async (who: string) => {
  forget(app.context.clients, `everywhere ${app.persona(who).id}`)
  return (await app.as(app.persona(who).id).get('/pim/roles')).body
}
const asked = (path: string) => app.simulator.exchanges.list().filter((exchange) => exchange.path.includes(path))
const own = (who: string) => {
  const { id } = app.persona(who)
  return app.company.accounts.filter((account) => account.ownerIds.includes(id))
}

describe('listPimRoles', () => {
  it('lists the eligible roles in all accounts with two calls to Azure', async () => {
    const body = await roles('Daniel')
    const there = new Set(body.items.map(({ account }: Role) => account?.id))
    for (const account of own('Daniel').filter(({ status }) => status === 'active')) expect(there.has(account.id)).toBe(true)
    expect(body.items[0]).toMatchObject({ name: 'Contributor', maxMinutes: 480, lets: [allActionsLabels.withoutAccess] })
    expect(body.unanswered).toEqual([])
    expect(asked('roleEligibilityScheduleInstances')).toHaveLength(1)
    expect(asked('roleAssignmentScheduleInstances')).toHaveLength(1)
    expect(asked('roleManagementPolicyAssignments').length).toBeLessThanOrEqual(40)
  })

  it('names accounts whose rules Azure does not return, and lists the others', async () => {
    const silent = accountOf(app, 1)
    forget(app.context.clients, `role policies ${silent.subscriptionId}`)
    const fault = app.simulator.faults.add({
      service: 'arm',
      path: `${silent.subscriptionId}.*roleManagementPolicyAssignments`,
      action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } },
    })
    const body = await roles('Daniel')
    app.simulator.faults.remove(fault)
    expect(body.unanswered).toMatchObject([{ id: silent.id, name: silent.name }])
    const role = (id: string) => body.items.find((each: Role) => each.account?.id === id)
    expect(role(silent.id)).toMatchObject({ maxMinutes: null, can: { activate: expect.stringContaining('the rules of this role') } })
    expect(role(accountOf(app, 0).id)).toMatchObject({ can: { activate: true } })
  })

  it('shows an activated role immediately', async () => {
    const account = accountOf(app, 2)
    const taken = (await take(app, 2)).body
    const { items } = await roles('Daniel')
    const role = items.find((each: Role) => each.account?.id === account.id && each.roleDefinitionId === roleIds.contributor)
    expect(role).toMatchObject({ active: { until: taken.endsAt }, activation: { id: taken.id, can: { deactivate: true, extend: true } } })
  })

  it('includes roles through groups, but no other person’s roles', async () => {
    const account = accountOf(app, 3)
    const group = await eligibleGroup(app, account.subscriptionId, monitoringReader, [app.persona('Priya').id])
    const mine = (await roles('Priya')).items
    expect(mine.find((each: Role) => each.roleDefinitionId === monitoringReader)).toMatchObject({ via: group, account: { id: account.id } })
    const others = (await roles('Daniel')).items
    expect(others.some((each: Role) => each.roleDefinitionId === monitoringReader)).toBe(false)
  })

  roleSuite(
    'listPimRoles',
    () => app,
    () => ({ path: '/pim/roles' }),
  )

  it('fails when Azure refuses, and asks again at the next call', async () => {
    const action = { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', path: 'roleEligibilityScheduleInstances', action })
    expect((await roles('Daniel')).code).toBe('outsideFailed')
    app.simulator.faults.remove(fault)
    expect((await roles('Daniel')).items.length).toBeGreaterThan(0)
  })
})
