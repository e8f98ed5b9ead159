import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import { accountOf, roleIds } from '../groups/groups.fixture.ts'
import {
  advanceToNextStep,
  dayMs,
  daysFromNow,
  type EligibleRole,
  eligibilityOf,
  endsAt,
  makeEligible,
  renewalOf,
} from './eligibility.fixture.ts'
import { renewEligibilities } from './renewEligibilities.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.quiet())

const rowOf = (principal: string) => eligibilityOf(app, principal)
const extensions = () =>
  app.simulator.exchanges
    .list()
    .filter(({ method, path, status }) => method === 'PUT' && path.includes('roleEligibilityScheduleRequests') && status === 201)
    .filter(({ requestBody }) => JSON.stringify(requestBody).includes('AdminExtend')).length

const eligible = (n: number, name: string) => makeEligible(app, n, name)
const moveEndCloser = (eligibility: EligibleRole) => endsAt(app, eligibility, daysFromNow(20))

describe('renewEligibility', () => {
  it('requests a duration within the limit of a year, and extends the eligibility once before its end', async () => {
    const eligibility = await eligible(0, 'renewed')
    const row = await rowOf(eligibility.principalId)
    expect(Math.round((row.ends_at!.getTime() - Date.now()) / dayMs)).toBe(365)
    expect(Math.round((row.renew_at!.getTime() - Date.now()) / dayMs)).toBe(335)
    await moveEndCloser(eligibility)
    const countBefore = extensions()
    await Promise.all([renewEligibilities(app.context), renewEligibilities(app.context)])
    await until(async () => (await rowOf(eligibility.principalId)).ends_at! > daysFromNow(300))
    expect(Date.parse((await eligibility.readEligibility())!.properties.endDateTime!)).toBeGreaterThan(daysFromNow(300).getTime())
    expect(extensions() - countBefore).toBe(1)
    expect(await renewEligibilities(app.context)).toBe(0)
  })

  it('waits while a different request for the eligibility is pending', async () => {
    const eligibility = await eligible(4, 'pending')
    await moveEndCloser(eligibility)
    const { asyncDelayMs } = app.simulator
    app.simulator.asyncDelayMs = 1_000
    await app.context.clients.arm.requestRoleEligibility({
      ...eligibility.right,
      principalType: 'Group',
      requestKey: 'by an administrator',
      justification: 'For a test',
      type: 'AdminUpdate',
      expiration: { until: daysFromNow(20) },
    })
    app.simulator.asyncDelayMs = asyncDelayMs
    const countBefore = extensions()
    expect(await renewEligibilities(app.context)).toBe(1)
    await until(async () => (await rowOf(eligibility.principalId)).ends_at! > daysFromNow(300))
    expect(Date.parse((await eligibility.readEligibility())!.properties.endDateTime!)).toBeGreaterThan(daysFromNow(300).getTime())
    expect(extensions() - countBefore).toBe(1)
  })

  it('does not renew an eligibility that was removed in Azure', async () => {
    const eligibility = await eligible(1, 'removed')
    await moveEndCloser(eligibility)
    const roleDefinitionId = `${eligibility.right.scope}/providers/Microsoft.Authorization/roleDefinitions/${roleIds.contributor}`
    await app.context.clients.arm.removeRoleEligibility({
      ...eligibility.right,
      roleDefinitionId,
      requestKey: 'gone',
      justification: 'For a test',
    })
    await until(async () => !(await eligibility.readEligibility()))
    await renewEligibilities(app.context)
    const run = await renewalOf(app, eligibility.principalId)
    expect(await advanceToNextStep(app, run.id)).toBe('succeeded')
    expect((await rowOf(eligibility.principalId)).status).toBe('ended')
    expect(await eligibility.readEligibility()).toBeUndefined()
  })

  it('rejects a group that is being deleted, in code and in the database', async () => {
    const eligibility = await eligible(2, 'leaving')
    await moveEndCloser(eligibility)
    await app.db.updateTable('access_groups').set({ status: 'deleting' }).where('id', '=', eligibility.group.id).execute()
    expect(await renewEligibilities(app.context)).toBe(0)
    const forcedUpdate = app.db
      .updateTable('role_eligibilities')
      .set({ renewal_id: eligibility.group.id })
      .where('principal_id', '=', eligibility.principalId)
    await expect(forcedUpdate.execute()).rejects.toMatchObject({ constraint: 'role_eligibility_wanted' })
  })

  it('rejects a disabled person, in code and in the database', async () => {
    const account = accountOf(app, 3)
    const principal_id = app.persona('Tomasz').id
    const scope = `/subscriptions/${account.subscriptionId}`.toLowerCase()
    const right = { scope, role_definition_id: roleIds.contributor, principal_id, principal_type: 'User' as const }
    const times = { ends_at: daysFromNow(20), renew_at: daysFromNow(-1), renew_until: null }
    const remaining = { id: randomUUID(), account_id: account.id, sandbox_id: null, renewal_id: null }
    await app.db
      .insertInto('role_eligibilities')
      .values({ ...right, ...times, ...remaining })
      .execute()
    const person = (isActive: boolean) => app.db.updateTable('people').set({ active: isActive }).where('id', '=', principal_id).execute()
    await person(false)
    expect(await renewEligibilities(app.context)).toBe(0)
    const forcedUpdate = app.db.updateTable('role_eligibilities').set({ renewal_id: randomUUID() }).where('id', '=', remaining.id)
    await expect(forcedUpdate.execute()).rejects.toMatchObject({ constraint: 'role_eligibility_wanted' })
    await person(true)
    await app.db.deleteFrom('role_eligibilities').where('id', '=', remaining.id).execute()
  })
})
