import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import { accountOf, roleIds } from '../groups/groups.fixture.ts'
import { day, type Eligible, eligibilityOf, endsAt, hurry, inDays, makeEligible, renewalOf } from './eligibility.fixture.ts'
import { startRenewals } from './startRenewals.ts'

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
const endsSoon = (made: Eligible) => endsAt(app, made, inDays(20))

describe('renewEligibility', () => {
  it('requests within the limit of a year, and extends once before the end', async () => {
    const made = await eligible(0, 'renewed')
    const row = await rowOf(made.principalId)
    expect(Math.round((row.ends_at!.getTime() - Date.now()) / day)).toBe(365)
    expect(Math.round((row.renew_at!.getTime() - Date.now()) / day)).toBe(335)
    await endsSoon(made)
    const before = extensions()
    await Promise.all([startRenewals(app.context), startRenewals(app.context)])
    await until(async () => (await rowOf(made.principalId)).ends_at! > inDays(300))
    expect(Date.parse((await made.held())!.properties.endDateTime!)).toBeGreaterThan(inDays(300).getTime())
    expect(extensions() - before).toBe(1)
    expect(await startRenewals(app.context)).toBe(0)
  })

  it('waits while another request for the eligibility is pending', async () => {
    const made = await eligible(4, 'pending')
    await endsSoon(made)
    const { asyncDelayMs } = app.simulator
    app.simulator.asyncDelayMs = 1_000
    await app.context.clients.arm.requestRoleEligibility({
      ...made.right,
      principalType: 'Group',
      requestKey: 'by an administrator',
      justification: 'For a test',
      type: 'AdminUpdate',
      lasts: { until: inDays(20) },
    })
    app.simulator.asyncDelayMs = asyncDelayMs
    const before = extensions()
    expect(await startRenewals(app.context)).toBe(1)
    await until(async () => (await rowOf(made.principalId)).ends_at! > inDays(300))
    expect(Date.parse((await made.held())!.properties.endDateTime!)).toBeGreaterThan(inDays(300).getTime())
    expect(extensions() - before).toBe(1)
  })

  it('does not renew what was removed in Azure', async () => {
    const made = await eligible(1, 'removed')
    await endsSoon(made)
    const roleDefinitionId = `${made.right.scope}/providers/Microsoft.Authorization/roleDefinitions/${roleIds.contributor}`
    await app.context.clients.arm.removeRoleEligibility({
      ...made.right,
      roleDefinitionId,
      requestKey: 'gone',
      justification: 'For a test',
    })
    await until(async () => !(await made.held()))
    await startRenewals(app.context)
    const run = await renewalOf(app, made.principalId)
    expect(await hurry(app, run.id)).toBe('succeeded')
    expect((await rowOf(made.principalId)).status).toBe('ended')
    expect(await made.held()).toBeUndefined()
  })

  it('rejects a group that is being deleted, in code and in the database', async () => {
    const made = await eligible(2, 'leaving')
    await endsSoon(made)
    await app.db.updateTable('access_groups').set({ status: 'deleting' }).where('id', '=', made.group.id).execute()
    expect(await startRenewals(app.context)).toBe(0)
    const forced = app.db.updateTable('role_eligibilities').set({ renewal_id: made.group.id }).where('principal_id', '=', made.principalId)
    await expect(forced.execute()).rejects.toMatchObject({ constraint: 'role_eligibility_wanted' })
  })

  it('rejects a disabled person, in code and in the database', async () => {
    const account = accountOf(app, 3)
    const principal_id = app.persona('Tomasz').id
    const scope = `/subscriptions/${account.subscriptionId}`.toLowerCase()
    const right = { scope, role_definition_id: roleIds.contributor, principal_id, principal_type: 'User' as const }
    const times = { ends_at: inDays(20), renew_at: inDays(-1), wanted_until: null }
    const rest = { id: randomUUID(), account_id: account.id, sandbox_id: null, renewal_id: null }
    await app.db
      .insertInto('role_eligibilities')
      .values({ ...right, ...times, ...rest })
      .execute()
    const person = (active: boolean) => app.db.updateTable('people').set({ active }).where('id', '=', principal_id).execute()
    await person(false)
    expect(await startRenewals(app.context)).toBe(0)
    const forced = app.db.updateTable('role_eligibilities').set({ renewal_id: randomUUID() }).where('id', '=', rest.id)
    await expect(forced.execute()).rejects.toMatchObject({ constraint: 'role_eligibility_wanted' })
    await person(true)
    await app.db.deleteFrom('role_eligibilities').where('id', '=', rest.id).execute()
  })
})
