import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { approveAll } from '../../../../../test/approveAll.ts'
import { systemActionsOf } from '../../../../../test/systemActionsOf.ts'
import { eligibilityLimit } from '../../../../clients/arm/armPim.ts'
import { roleIds } from '../../groups/groups.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.quiet())

async function allow(value: boolean): Promise<void> {
  const response = await app.as(app.persona('Niamh').id).patch('/admin/settings/permanentEligibility', { value })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
}

async function deliver(name: string) {
  app.simulator.exchanges.clear()
  const { accountId } = await approveAll(app, name)
  await app.drain()
  const { status, subscription_id } = await app.db
    .selectFrom('accounts')
    .select(['status', 'subscription_id'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('active')
  const scope = `/subscriptions/${subscription_id}`
  const calls = app.simulator.exchanges.list().filter(({ path }) => path.toLowerCase().includes(scope.toLowerCase()))
  return {
    changed: calls.filter(({ method, path }) => method === 'PATCH' && path.includes('/roleManagementPolicies/')),
    expirations: calls
      .filter(({ method, path, status }) => method === 'PUT' && path.includes('/roleEligibilityScheduleRequests/') && status === 201)
      .map(
        ({ requestBody }) => (requestBody as { properties: { scheduleInfo: { expiration: object } } }).properties.scheduleInfo.expiration,
      ),
    limitOf: async (role: string) => eligibilityLimit(await app.context.clients.arm.getRolePolicy(scope, role)),
    row: await app.db
      .selectFrom('role_eligibilities')
      .select(['ends_at', 'renew_at'])
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
    audited: (await systemActionsOf(app, accountId)).filter(([action]) => action === 'rolePolicyChanged'),
  }
}

describe('assignRoles', () => {
  it('requests eligibility with a duration within the limit of the policy, and keeps the policy', async () => {
    await allow(false)
    const { changed, expirations, limitOf, row, audited } = await deliver('limited-eligibility-dev')
    expect(changed).toEqual([])
    expect(expirations).toEqual([{ type: 'AfterDuration', duration: 'P365D' }])
    expect(await limitOf(roleIds.owner)).toEqual({ permanent: false, longest: 'P365D' })
    expect([row?.ends_at, row?.renew_at]).toEqual([expect.any(Date), expect.any(Date)])
    expect(audited).toEqual([])
  })

  it('changes the role’s policy with an audit event and doesn’t request an end date, if administrators allow it', async () => {
    await allow(true)
    const { changed, expirations, limitOf, row, audited } = await deliver('permanent-eligibility-dev')
    expect(changed).toMatchObject([
      { status: 200, requestBody: { properties: { rules: [{ id: 'Expiration_Admin_Eligibility', isExpirationRequired: false }] } } },
    ])
    expect(expirations).toEqual([{ type: 'NoExpiration' }])
    expect((await limitOf(roleIds.owner)).permanent).toBe(true)
    expect((await limitOf(roleIds.reader)).permanent).toBe(false)
    expect(row).toEqual({ ends_at: null, renew_at: null })
    expect(audited).toEqual([['rolePolicyChanged', 'buildAccount']])
  })
})
