import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { until } from '../../../test/until.ts'
import { accountOf, groupRow, newGroup, roleIds, runEnds } from '../account-groups/groups.fixture.ts'
import { startRenewals } from './startRenewals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.quiet())

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)
const rowOf = (principal: string) =>
  app.db.selectFrom('role_eligibilities').selectAll().where('principal_id', '=', principal).executeTakeFirstOrThrow()
const extensions = () =>
  app.simulator.exchanges
    .list()
    .filter(({ method, path }) => method === 'PUT' && path.includes('roleEligibilityScheduleRequests'))
    .filter(({ requestBody }) => JSON.stringify(requestBody).includes('AdminExtend')).length

/** A group that is eligible for a role in an account. */
async function eligible(n: number, name: string) {
  const account = accountOf(app, n)
  const body = newGroup(name, { roleDefinitionIds: [roleIds.contributor], assignment: 'eligible', maxDurationHours: null })
  const answer = await app.as(app.persona('Niamh').id).post(`/accounts/${account.id}/groups`, body)
  expect(await runEnds(app, answer.body.jobId)).toBe('succeeded')
  const group = await groupRow(app, `az-${account.name}-${name}`)
  const principalId = group.directory_group_id!
  const right = { scope: `/subscriptions/${account.subscriptionId}`, roleDefinitionId: roleIds.contributor, principalId }
  const held = () => app.context.clients.arm.getRoleEligibility(right)
  return { account, group, principalId, right, held }
}

/** Lets it end in twenty days, as Azure and the record have it. */
async function endsSoon({ principalId, right, held }: Awaited<ReturnType<typeof eligible>>) {
  const lasts = { until: inDays(20) }
  const why = { requestKey: 'soon', justification: 'For a test', type: 'AdminUpdate' as const }
  await app.context.clients.arm.requestRoleEligibility({ ...right, principalType: 'Group', ...why, lasts })
  await until(async () => Date.parse((await held())?.properties.endDateTime ?? '') < inDays(21).getTime())
  const times = { ends_at: lasts.until, renew_at: inDays(-1) }
  await app.db.updateTable('role_eligibilities').set(times).where('principal_id', '=', principalId).execute()
}

describe('renewEligibility works', () => {
  it('asks within the limit of a year, and extends before the end, once', async () => {
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

  it('does not give back what was removed in Azure', async () => {
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
    await until(async () => (await rowOf(made.principalId)).status === 'ended')
    expect(await made.held()).toBeUndefined()
  })
})

describe('renewEligibility fails', () => {
  it('to begin for a group that is being deleted, in code and in the database', async () => {
    const made = await eligible(2, 'leaving')
    await endsSoon(made)
    await app.db.updateTable('access_groups').set({ status: 'deleting' }).where('id', '=', made.group.id).execute()
    expect(await startRenewals(app.context)).toBe(0)
    const forced = app.db.updateTable('role_eligibilities').set({ renewal_id: made.group.id }).where('principal_id', '=', made.principalId)
    await expect(forced.execute()).rejects.toMatchObject({ constraint: 'role_eligibility_wanted' })
  })

  it('to begin for a person who was disabled, in code and in the database', async () => {
    const account = accountOf(app, 3)
    const principal_id = app.persona('Tomasz').id
    const scope = `/subscriptions/${account.subscriptionId}`.toLowerCase()
    const right = { scope, role_definition_id: roleIds.contributor, principal_id, principal_type: 'User' as const }
    const times = { ends_at: inDays(20), renew_at: inDays(-1), wanted_until: null }
    const rest = { id: randomUUID(), account_id: account.id, sandbox_id: null, renewal_id: null, problem: null }
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
