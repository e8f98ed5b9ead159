import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActionsOf } from '../../../../../test/systemActionsOf.ts'
import { until } from '../../../../../test/until.ts'
import { type ClockedApp, startClockedApp } from '../clockedApp.fixture.ts'
import {
  decommissionableWith,
  decommissioning,
  fetchRoleNames,
  type StartedDecommission,
  stepStatus,
  waitForAccountStatus,
  waitForStep,
} from '../decommissionable.fixture.ts'
import { phaseVerdict } from '../policy.ts'

const dayMs = 86_400_000
let app: ClockedApp
beforeAll(async () => {
  app = await startClockedApp()
})
afterAll(() => app.close())

const admin = () => app.as(app.persona('Niamh').id)
const arm = () => app.context.clients.arm
const decommissionOf = async ({ accountId }: Pick<StartedDecommission, 'accountId'>) =>
  (await admin().get(`/accounts/${accountId}/retirement`)).body
const state = async ({ subscriptionId }: StartedDecommission) => (await arm().getSubscription(subscriptionId))?.state
const failure = async ({ runId }: StartedDecommission) =>
  (await app.db.selectFrom('work_steps').select(['name', 'error']).where('run_id', '=', runId).where('status', '=', 'failed').execute())[0]

describe('decommissionAccount', () => {
  it('revokes access, waits, removes all resources, and ends the record after 90 days', async () => {
    const account = await decommissionableWith(app, 10, false)
    const rolesBefore = await fetchRoleNames(app, account)
    expect(rolesBefore.length).toBeGreaterThan(3)
    await app.db
      .insertInto('address_ranges')
      .values({ range: '172.21.0.0/24', region: 'uksouth', account_id: account.id, allocated_at: new Date() })
      .execute()
    const groups = await arm().listResourceGroups(account.subscriptionId)
    const run = await decommissioning(app, account)

    await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
    const zones = () => arm().listDnsLinks([app.company.hub.subscriptionId], account.subscriptionId)
    expect((await zones()).length).toBe(app.company.hub.privateZones.length)
    expect(await fetchRoleNames(app, account)).toEqual([])
    expect(await arm().listResourceGroups(account.subscriptionId)).toEqual(groups)
    const current = await decommissionOf(run)
    expect(current).toMatchObject({
      phase: 'grace',
      restorableRoles: rolesBefore.length,
      can: { undo: true, skipGracePeriod: true },
      restorableUntil: null,
    })
    expect(Date.parse(current.graceEndsAt) - Date.parse(current.startedAt)).toBe(7 * dayMs)

    await app.wait(6.9)
    expect(await stepStatus(app, run.runId, 'waitForGracePeriod')).toBe('waiting')
    await app.wait(0.2)
    await waitForAccountStatus(app, run, 'decommissioned')
    expect(await arm().listResourceGroups(account.subscriptionId)).toEqual([])
    expect(await state(run)).toBe('Disabled')
    const hub = app.config.hubNetworks[account.region]!
    const remainingPeerings = (await arm().getVirtualNetwork(hub))!.properties.virtualNetworkPeerings!.map(({ name }) => name)
    expect(remainingPeerings).not.toContain(`peer-to-${account.name}`)
    expect(await zones()).toEqual([])
    const item = await app.context.clients.servicenow.getByCorrelationId(account.id)
    expect(item?.operational_status).toBe('6')
    const range = await app.db.selectFrom('address_ranges').selectAll().where('range', '=', '172.21.0.0/24').executeTakeFirstOrThrow()
    expect([range.account_id, range.allocated_at]).toEqual([null, null])
    const endedDecommission = await decommissionOf(run)
    expect(endedDecommission).toMatchObject({ phase: 'gone', run: { status: 'succeeded' }, can: { restore: true } })
    expect(Date.parse(endedDecommission.restorableUntil) - Date.parse(endedDecommission.cancelledAt)).toBe(90 * dayMs)

    await app.wait(89)
    expect((await admin().get(`/accounts/${account.id}`)).status).toBe(200)
    await app.wait(1.1)
    expect((await admin().get(`/accounts/${account.id}`)).status).toBe(404)
    const { phase } = await app.db
      .selectFrom('account_decommissions')
      .select('phase')
      .where('update_id', '=', run.updateId)
      .executeTakeFirstOrThrow()
    expect(phase).toBe('over')
    const named = app.db.selectFrom('access_groups').select('status').where('account_id', '=', account.id)
    await until(async () => (await named.execute()).every(({ status }) => status === 'deleted'))
    const deletedGroups = await app.db.selectFrom('access_groups').select('id').where('account_id', '=', account.id).execute()
    expect(deletedGroups.length).toBeGreaterThan(0)
    expect(await systemActionsOf(app, account.id)).toEqual([
      ['accountDecommissionStarted', 'decommissionAccount'],
      ['accountRemovalStarted', 'decommissionAccount'],
      ['accountDecommissioned', 'decommissionAccount'],
      ['accountDeleted', expect.any(String)],
    ])
    expect((await systemActionsOf(app, deletedGroups[0]!.id)).slice(-2)).toEqual([
      ['accessGroupDeletionStarted', expect.any(String)],
      ['accessGroupDeleted', 'removeAccessGroup'],
    ])
  })

  it('stops at a lock, names the lock, and continues once it is gone', async () => {
    const account = await decommissionableWith(app, 20, false)
    const run = await decommissioning(app, account)
    await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
    const group = `/subscriptions/${account.subscriptionId}/resourceGroups/rg-${account.name}-data`
    const lock = { name: 'hold', scopeKey: group.toLowerCase(), scopeId: group, level: 'CanNotDelete', notes: null }
    const locks = app.simulator.state.collection<object>('arm.locks')
    locks.set(`${lock.scopeKey}|hold`, lock)
    await app.wait(7.1)
    await waitForStep(app, run, 'deleteResources', 'failed')
    expect((await failure(run))?.error).toMatchObject({
      code: 'locked',
      message: expect.stringMatching(new RegExp(`rg-${account.name}-data .*hold`)),
    })
    expect((await arm().listResourceGroups(account.subscriptionId)).length).toBeGreaterThan(2)
    expect(await decommissionOf(run)).toMatchObject({
      phase: 'removing',
      can: { undo: phaseVerdict('undo', { phase: 'removing', restorableUntil: null }, new Date()) },
    })
    const notifications = await app.db.selectFrom('notifications').select('kind').where('subject_id', '=', account.id).execute()
    expect(notifications.map(({ kind }) => kind)).toContain('workStuck')
    locks.set(`${lock.scopeKey}|hold`, { ...lock, deleted: true })
    expect((await admin().post(`/work/${run.runId}/steps/deleteResources/retry`)).status).toBe(200)
    await waitForAccountStatus(app, run, 'decommissioned')
  })

  it('stops if Azure doesn’t delete a resource group that isn’t empty, and can be resumed', async () => {
    const account = await decommissionableWith(app, 30, false)
    const run = await decommissioning(app, account)
    await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
    app.simulator.faults.add({
      service: 'arm',
      method: 'DELETE',
      path: `${account.subscriptionId}/resourcegroups/rg-${account.name}-app`,
      count: 2,
      action: {
        kind: 'failAsync',
        code: 'ResourceGroupDeletionBlocked',
        message: 'A private endpoint of another subscription is attached.',
      },
    })
    await app.wait(7.1)
    await waitForStep(app, run, 'deleteResources', 'failed')
    expect((await failure(run))?.error?.message).toMatch(
      new RegExp(`rg-${account.name}-app: .*A private endpoint of another subscription is attached`),
    )
    expect((await arm().listResourceGroups(account.subscriptionId)).map(({ name }) => name)).toEqual([`rg-${account.name}-app`])
    expect((await admin().post(`/work/${run.runId}/steps/deleteResources/retry`)).status).toBe(200)
    await waitForAccountStatus(app, run, 'decommissioned')
  })

  it('ends backups, and removes each vault once it is empty in Azure', async () => {
    const backedUp = await decommissionableWith(app, 50, true)
    const run = await decommissioning(app, backedUp)
    await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
    await app.wait(7.1)
    await waitForStep(app, run, 'waitForVaults', 'waiting')
    const remainingGroups = (await arm().listResourceGroups(backedUp.subscriptionId)).map(({ name }) => name)
    expect(remainingGroups).toEqual([`rg-${backedUp.name}-data`])
    const [vault] = await arm().listBackupVaults(backedUp.subscriptionId)
    expect(vault!.items.length).toBeGreaterThan(0)
    expect(vault!.items.every(({ properties }) => properties.isScheduledForDeferredDelete)).toBe(true)
    await app.wait(13)
    await waitForStep(app, run, 'waitForVaults', 'waiting')
    await app.wait(1.1)
    await waitForAccountStatus(app, run, 'decommissioned')
    expect(await state(run)).toBe('Disabled')
  })

  it('continues after the server was off for three days', async () => {
    const account = await decommissionableWith(app, 40, false)
    const run = await decommissioning(app, account)
    await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
    // The job was lost with the old server; only the rows remain.
    await app.db
      .updateTable('work_steps')
      .set({ next_attempt_at: app.context.now() })
      .where('run_id', '=', run.runId)
      .where('name', '=', 'waitForGracePeriod')
      .execute()
    await app.wait(3)
    await until(async () => {
      const step = await app.db
        .selectFrom('work_steps')
        .select(['status', 'next_attempt_at'])
        .where('run_id', '=', run.runId)
        .where('name', '=', 'waitForGracePeriod')
        .executeTakeFirstOrThrow()
      return step.status === 'waiting' && (step.next_attempt_at?.getTime() ?? 0) > app.context.now().getTime() + 3 * dayMs
    })
    expect((await arm().listResourceGroups(account.subscriptionId)).length).toBeGreaterThan(2)
    await app.wait(10)
    await waitForAccountStatus(app, run, 'decommissioned')
  })
})
