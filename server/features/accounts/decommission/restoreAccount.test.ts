import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkedIds } from '../../../../simulator/graph/groupDirectory.ts'
import { gate } from '../../../../test/gate.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { recordGroups } from '../groups/recordGroups.ts'
import { type ClockedApp, startClockedApp } from './clockedApp.fixture.ts'
import {
  decommissionableWith,
  decommissioning,
  fetchRoleNames,
  type StartedDecommission,
  waitForAccountStatus,
  waitForStep,
} from './decommissionable.fixture.ts'
import { beingRestored } from './deleteAccount.ts'
import { phaseVerdict } from './policy.ts'

let app: ClockedApp
beforeAll(async () => {
  app = await startClockedApp()
})
afterAll(() => app.close())

const admin = () => app.as(app.persona('Niamh').id)
const path = ({ accountId }: StartedDecommission) => `/accounts/${accountId}/restore`

/** @param duringGracePeriod runs while only access has been removed */
async function decommissioned(
  n: number,
  duringGracePeriod?: (run: StartedDecommission) => Promise<unknown>,
): Promise<StartedDecommission & { before: string[] }> {
  const account = await decommissionableWith(app, n, false)
  const before = await fetchRoleNames(app, account)
  const run = await decommissioning(app, account)
  await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
  await duringGracePeriod?.(run)
  await admin().post(`/accounts/${run.accountId}/updates/${run.updateId}/goOn`)
  await waitForAccountStatus(app, run, 'decommissioned')
  return { ...run, before }
}

describe('restoreAccount for an older decommission', () => {
  it('restores an account that the sample company decommissioned', async () => {
    const oldAccount = app.company.accounts.find((each) => each.status === 'decommissioned')!
    const record = (await admin().get(`/accounts/${oldAccount.id}/retirement`)).body
    expect(record).toMatchObject({ phase: 'gone', requester: { id: oldAccount.ownerIds[0] }, restorableRoles: 0, can: { restore: true } })
    const update = (await admin().get(`/accounts/${oldAccount.id}/updates/${record.updateId}`)).body
    expect([update.reference, update.status, update.run]).toEqual([record.reference, 'approved', null])
    expect((await admin().post(`/accounts/${oldAccount.id}/restore`)).status).toBe(202)
    await waitForAccountStatus(app, { accountId: oldAccount.id }, 'active')
    expect((await app.context.clients.arm.getSubscription(oldAccount.subscriptionId))?.state).toBe('Enabled')
  })
})

async function groupOf({ accountId }: StartedDecommission): Promise<string> {
  const { ownerIds } = app.company.accounts.find(({ id }) => id === accountId)!
  const group = { displayName: 'az-kept', mailNickname: 'az-kept', description: 'Kept.', ownerIds, memberIds: [] }
  const { id: directoryGroupId } = await app.context.clients.graph.createGroup(group)
  const created = { directoryGroupId, name: 'az-kept', description: 'Kept.', roles: [], assignment: 'active' as const }
  await recordGroups(app.db, accountId, ownerIds[0]!, [created], app.simulator.clock.now())
  return directoryGroupId
}

describe('restoreAccount', () => {
  it('enables the subscription, restores access, hands groups over, and reports the loss of resources', async () => {
    const ownerIds = [app.persona('Ewa').id, app.persona('Tomasz').id]
    let groupId = ''
    const run = await decommissioned(0, async (startedRun) => {
      groupId = await groupOf(startedRun)
      expect((await admin().patch(`/accounts/admin/${startedRun.accountId}/owners`, { ownerIds })).status).toBe(200)
    })
    await app.wait(89)
    const owner = (
      await app.db.selectFrom('account_owners').select('person_id').where('account_id', '=', run.accountId).executeTakeFirstOrThrow()
    ).person_id
    const response = await app.as(owner).post(path(run))
    expect(response).toMatchObject({ status: 202, body: { phase: 'restoring', run: { kind: 'restoreSubscription' } } })
    await waitForAccountStatus(app, run, 'active')
    expect((await app.context.clients.arm.getSubscription(run.subscriptionId))?.state).toBe('Enabled')
    expect(await fetchRoleNames(app, run)).toEqual(run.before)
    await until(() => linkedIds(app.simulator, groupId, 'owners', { latest: true }).toSorted().join() === ownerIds.toSorted().join())
    expect(await app.context.clients.arm.listResources(run.subscriptionId)).toEqual([])
    const item = await app.context.clients.servicenow.getByCorrelationId(run.accountId)
    expect(item?.operational_status).toBe('1')
    const account = (await admin().get(`/accounts/${run.accountId}`)).body
    expect([account.catalogueItems, account.network.connectivity]).toEqual([[], 'none'])
    const notifications = await app.db
      .selectFrom('notifications')
      .select('id')
      .where('subject_id', '=', run.accountId)
      .where('kind', '=', 'restored')
      .execute()
    expect(notifications.length).toBeGreaterThan(0)
    // The 90 days have passed, so without the restore the account would have been deleted.
    await app.wait(2)
    expect((await admin().get(`/accounts/${run.accountId}`)).body.status).toBe('active')
  })

  it('prevents a concurrent deletion by an administrator', async () => {
    const run = await decommissioned(10)
    const enableGate = gate(app.simulator, { service: 'arm', method: 'POST', path: `${run.subscriptionId}.*/enable` })
    expect((await admin().post(path(run))).status).toBe(202)
    expect((await admin().delete(`/accounts/${run.accountId}`)).body).toMatchObject({
      code: 'wrongState',
      message: beingRestored,
    })
    enableGate.open()
    await waitForAccountStatus(app, run, 'active')
  })
})

describe('restoreAccount near the end of the 90 days', () => {
  let run: StartedDecommission
  beforeAll(async () => {
    run = await decommissioned(20)
  })
  roleSuite(
    'restoreAccount',
    () => app,
    () => ({ path: path(run) }),
  )

  it('returns 409 after 90 days, even before the cleanup', async () => {
    app.simulator.clock.advance(91 * 86_400_000)
    expect((await admin().post(path(run))).body).toMatchObject({
      code: 'wrongState',
      message: phaseVerdict('restore', { phase: 'over', restorableUntil: null }, new Date()),
    })
  })
})

describe('restoreAccount in a different phase', () => {
  it('rejects a call in the grace period, a second restore, and accounts that were never decommissioned', async () => {
    const account = await decommissionableWith(app, 30, false)
    expect((await admin().post(`/accounts/${account.id}/restore`)).status).toBe(404)
    const run = await decommissioning(app, account)
    await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
    expect((await admin().post(path(run))).body).toMatchObject({
      code: 'wrongState',
      message: phaseVerdict('restore', { phase: 'grace', restorableUntil: null }, new Date()),
    })
    await admin().post(`/accounts/${run.accountId}/updates/${run.updateId}/goOn`)
    await waitForAccountStatus(app, run, 'decommissioned')
    const responses = await Promise.all([1, 2].map(() => admin().post(path(run))))
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409])
  })

  it('explains that Azure can’t enable the subscription, and continues after a retry', async () => {
    const run = await decommissioned(40)
    app.simulator.faults.add({
      service: 'arm',
      method: 'POST',
      path: `${run.subscriptionId}.*/enable`,
      count: 1,
      action: {
        kind: 'status',
        status: 400,
        body: { error: { code: 'SubscriptionNotEligibleForReactivation', message: 'The time is over.' } },
      },
    })
    const { run: restoreRun } = (await admin().post(path(run))).body
    await until(async () => (await admin().get(`/accounts/${run.accountId}/retirement`)).body.run.status === 'failed')
    const { body } = await admin().get(`/accounts/${run.accountId}/retirement`)
    expect(body.run.steps[0]).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('The time is over.'),
    })
    expect((await admin().get(`/accounts/${run.accountId}`)).body.status).toBe('decommissioned')
    expect((await admin().post(`/work/${restoreRun.id}/steps/enableSubscription/retry`)).status).toBe(200)
    await waitForAccountStatus(app, run, 'active')
  })
})
