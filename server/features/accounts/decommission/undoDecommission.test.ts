import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slipwayServicePrincipalId } from '../../../../simulator/core/constants.ts'
import { linkedIds } from '../../../../simulator/graph/groupDirectory.ts'
import { gate } from '../../../../test/gate.ts'
import { readChangedAccount } from '../../../../test/readChangedAccount.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { scopeOf } from '../../../clients/arm/armId.ts'
import { groupRow, newGroup, roleIds } from '../groups/groups.fixture.ts'
import { type ClockedApp, startClockedApp } from './clockedApp.fixture.ts'
import {
  decommissionableAccount,
  decommissionableWith,
  decommissioning,
  fetchRoleNames,
  type StartedDecommission,
  waitForAccountStatus,
  waitForStep,
} from './decommissionable.fixture.ts'
import { phaseVerdict } from './policy.ts'

let app: ClockedApp
beforeAll(async () => {
  app = await startClockedApp()
})
afterAll(() => app.close())

const admin = () => app.as(app.persona('Niamh').id)
const path = ({ accountId, updateId }: StartedDecommission) => `/accounts/${accountId}/updates/${updateId}/undo`
const startGracePeriod = async (n: number) => {
  const run = await decommissioning(app, await decommissionableWith(app, n * 10, false))
  await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
  return run
}

describe('undoDecommission', () => {
  let run: StartedDecommission
  beforeAll(async () => {
    run = await startGracePeriod(3)
  })

  it('restores the exact access of each person, and the active status', async () => {
    const account = await decommissionableWith(app, 0, false)
    const scope = `/subscriptions/${account.subscriptionId}/resourceGroups/rg-${account.name}-app`
    const [role] = await app.context.clients.arm.listRoleDefinitions(scope, { builtInOnly: true })
    await app.context.clients.arm.putRoleAssignment({
      scope,
      roleDefinitionId: role!.id,
      principalId: app.persona('Tomasz').id,
      principalType: 'User',
    })
    const rolesBefore = await fetchRoleNames(app, account)
    const run = await decommissioning(app, account)
    await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
    expect(await fetchRoleNames(app, account)).toEqual([])
    const { graceEndsAt } = (await admin().get(`/accounts/${account.id}/retirement`)).body
    const listedGraceEnds = async () =>
      (
        await Promise.all([admin().get(`/accounts/${account.id}/updates`), admin().get(`/me/requests?filter=reference==${run.reference}`)])
      ).flatMap(({ body }) => body.items.map((item: { graceEndsAt: string | null }) => item.graceEndsAt))
    expect(await listedGraceEnds()).toEqual([graceEndsAt, graceEndsAt])
    const response = await app.as(account.ownerIds[1]!).post(path(run))
    expect(response).toMatchObject({
      status: 202,
      body: { phase: 'undoing', endedBy: { id: account.ownerIds[1] }, run: { kind: 'reverseDecommission' } },
    })
    await waitForAccountStatus(app, run, 'active')
    const health = () => app.db.selectFrom('accounts').select('health').where('id', '=', account.id).executeTakeFirstOrThrow()
    await until(async () => (await health()).health !== null)
    expect(await fetchRoleNames(app, account)).toEqual(rolesBefore)
    expect((await admin().get(`/accounts/${account.id}/retirement`)).body).toMatchObject({ phase: 'undone', run: { status: 'succeeded' } })
    const by = { id: account.ownerIds[1] }
    const { body: update } = await admin().get(`/accounts/${account.id}/updates/${run.updateId}`)
    expect(update).toMatchObject({ status: 'approved', runStatus: 'succeeded', reversal: { kind: 'undone', by } })
    const reversals = update.timeline.filter(({ at }: { at: string }) => at === update.reversal.at)
    expect(reversals).toMatchObject([{ kind: 'cancelled', person: by }])
    expect(await listedGraceEnds()).toEqual([null, null])
    const listed = (await admin().get(`/accounts/${account.id}/updates`)).body.items
    const requested = (await admin().get(`/me/requests?filter=reference==${run.reference}`)).body.items
    expect([...listed, ...requested].map(({ reversal }) => reversal)).toEqual([update.reversal, update.reversal])
    const stoppedSteps = await app.db
      .selectFrom('work_steps')
      .select(['name', 'status', 'skip_reason'])
      .where('run_id', '=', run.runId)
      .where('status', '<>', 'succeeded')
      .orderBy('position')
      .execute()
    expect(stoppedSteps[0]).toMatchObject({ name: 'waitForGracePeriod', status: 'skipped', skip_reason: 'Undone' })
    await app.wait(8)
    expect((await app.context.clients.arm.listResourceGroups(account.subscriptionId)).length).toBeGreaterThan(2)
    const secondRun = await decommissioning(app, account)
    await waitForStep(app, secondRun, 'waitForGracePeriod', 'waiting')
    expect(await fetchRoleNames(app, account)).toEqual([])
  })

  it('restores all access while it is still being revoked', async () => {
    const account = await decommissionableWith(app, 10, false)
    const rolesBefore = await fetchRoleNames(app, account)
    const removalGate = gate(app.simulator, {
      service: 'arm',
      method: 'PUT',
      path: `${account.subscriptionId}.*roleEligibilityScheduleRequests`,
    })
    const run = await decommissioning(app, account)
    await removalGate.reached
    expect((await admin().post(path(run))).status).toBe(202)
    removalGate.open()
    await waitForAccountStatus(app, run, 'active')
    expect(await fetchRoleNames(app, account)).toEqual(rolesBefore)
  })

  it('leaves out people who left the directory, and restores the others', async () => {
    const account = await decommissionableWith(app, 20, false)
    const rolesBefore = await fetchRoleNames(app, account)
    const run = await decommissioning(app, account)
    await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
    app.simulator.faults.add({
      service: 'arm',
      method: 'PUT',
      path: `${account.subscriptionId}.*roleEligibilityScheduleRequests`,
      count: 1,
      action: { kind: 'status', status: 400, body: { error: { code: 'SubjectNotFound', message: 'The subject is not found.' } } },
    })
    await admin().post(path(run))
    await waitForAccountStatus(app, run, 'active')
    expect((await fetchRoleNames(app, account)).length).toBe(rolesBefore.length - 1)
    const step = await app.db
      .selectFrom('work_steps as s')
      .innerJoin('work_runs as w', 'w.id', 's.run_id')
      .select('s.output')
      .where('w.subject_id', '=', run.updateId)
      .where('s.name', '=', 'regrantAccess')
      .executeTakeFirstOrThrow()
    expect(step.output).toMatchObject({ lost: 1 })
  })

  roleSuite(
    'undoDecommission',
    () => app,
    () => ({ path: path(run) }),
  )

  it('returns 409 a second time, and once resources are being removed', async () => {
    const run = await startGracePeriod(4)
    const responses = await Promise.all([1, 2].map(() => admin().post(path(run))))
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409])
    await waitForAccountStatus(app, run, 'active')
    expect((await admin().post(path(run))).body).toMatchObject({ status: 409, code: 'wrongState' })
    const otherRun = await startGracePeriod(5)
    await app.wait(7.1)
    await waitForAccountStatus(app, otherRun, 'decommissioned')
    expect((await admin().post(path(otherRun))).body).toMatchObject({
      code: 'wrongState',
      message: phaseVerdict('undo', { phase: 'gone', restorableUntil: null }, new Date()),
    })
  })

  it('prevents the simultaneous end of the grace period', async () => {
    const run = await startGracePeriod(6)
    const [undoneResponse] = await Promise.all([admin().post(path(run)), app.wait(7.1)])
    await waitForAccountStatus(app, run, undoneResponse.status === 202 ? 'active' : 'decommissioned')
    const groups = await app.context.clients.arm.listResourceGroups(run.subscriptionId)
    expect(groups.length > 0).toBe(undoneResponse.status === 202)
  })

  it('returns 404 for an account that is not being decommissioned', async () => {
    const { id } = decommissionableAccount(app, 7)
    expect((await admin().post(`/accounts/${id}/updates/00000000-0000-4000-8000-000000000000/undo`)).status).toBe(404)
  })
})

describe('undoDecommission after a change of owners', () => {
  it('hands the groups over to the current owners, and records them in the landing-zone repository', async () => {
    const account = await decommissionableWith(app, 70, false)
    const created = await app.as(account.ownerIds[0]!).post(`/accounts/${account.id}/groups`, newGroup('kept-owned'))
    expect(created.status).toBe(202)
    const name = `az-${account.name}-kept-owned`
    await until(async () => (await groupRow(app, name)).status === 'ready')
    const groupId = (await groupRow(app, name)).directory_group_id!
    const owners = () => linkedIds(app.simulator, groupId, 'owners', { latest: true }).toSorted()
    expect(owners()).toEqual([...account.ownerIds].toSorted())
    const run = await decommissioning(app, account)
    await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
    const ownerIds = [account.ownerIds[0]!, app.persona('Ewa').id, app.persona('Tomasz').id]
    expect((await admin().patch(`/accounts/admin/${account.id}/owners`, { ownerIds })).status).toBe(200)
    expect((await admin().post(path(run))).status).toBe(202)
    await waitForAccountStatus(app, run, 'active')
    const update = await app.db
      .selectFrom('account_updates')
      .selectAll()
      .where('account_id', '=', account.id)
      .where('kind', '=', 'details')
      .executeTakeFirstOrThrow()
    expect(update).toMatchObject({
      status: 'approved',
      requester_id: app.persona('Niamh').id,
      reason: expect.stringContaining(run.reference),
    })
    await until(async () => (await readChangedAccount(app, account, update.id)).run === 'succeeded')
    expect(owners()).toEqual(ownerIds.toSorted())
    const emails = ownerIds.map((id) => app.company.people.find((person) => person.id === id)?.email)
    expect((await readChangedAccount(app, account, update.id)).recorded).toMatchObject({ owners: emails })
  })
})

describe('undoDecommission with temporary access', () => {
  const daysFromNow = (days: number) => new Date(app.context.now().getTime() + days * 86_400_000)

  it('restores an eligibility that has ended in Azure, and continues to renew it', async () => {
    const account = await decommissionableWith(app, 80, false)
    const eligible = newGroup('renewed-after', { roleDefinitionIds: [roleIds.contributor], assignment: 'eligible', maxDurationHours: null })
    const created = await app.as(account.ownerIds[0]!).post(`/accounts/${account.id}/groups`, eligible)
    expect(created.status).toBe(202)
    const group = () => groupRow(app, `az-${account.name}-renewed-after`)
    await until(async () => (await group()).status === 'ready')
    const principalId = (await group()).directory_group_id!
    const right = { scope: `/subscriptions/${account.subscriptionId}`, roleDefinitionId: roleIds.contributor, principalId }
    const row = () => app.db.selectFrom('role_eligibilities').selectAll().where('principal_id', '=', principalId).executeTakeFirstOrThrow()
    const end = daysFromNow(3)
    const requestOptions = {
      requestKey: 'ends soon',
      justification: 'For a test',
      type: 'AdminUpdate' as const,
      expiration: { until: end },
    }
    await app.context.clients.arm.requestRoleEligibility({ ...right, principalType: 'Group', ...requestOptions })
    await app.db
      .updateTable('role_eligibilities')
      .set({ ends_at: end, renew_at: daysFromNow(2) })
      .where('principal_id', '=', principalId)
      .execute()
    const run = await decommissioning(app, account)
    await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
    await app.wait(4)
    expect((await admin().post(path(run))).status).toBe(202)
    await waitForAccountStatus(app, run, 'active')
    expect(await app.context.clients.arm.getRoleEligibility(right)).toBeDefined()
    expect(await row()).toMatchObject({ status: 'active', renew_until: null })
    expect((await row()).ends_at! > daysFromNow(300)).toBe(true)
  })

  it('restores temporary roles until their end time, but not removed roles or roles of applications', async () => {
    const account = await decommissionableWith(app, 90, false)
    const scope = `/subscriptions/${account.subscriptionId}`
    const [owner, guest] = [account.ownerIds[0]!, app.persona('Tomasz').id]
    const end = daysFromNow(30)
    const assign = {
      scope,
      type: 'AdminAssign' as const,
      roleDefinitionId: roleIds.reader,
      justification: 'For a test',
      schedule: { endsAt: end },
    }
    for (const principalId of [guest, slipwayServicePrincipalId])
      await app.context.clients.arm.orderRole({ ...assign, name: crypto.randomUUID(), principalId })
    const body = { roleDefinitionId: roleIds.contributor, durationMinutes: 240, justification: 'To restart the payment service.' }
    const conflictResponse = await app.as(owner, undefined, { strong: true }).post(`/accounts/${account.id}/createAssignment`, body)
    expect(conflictResponse.status).toBe(201)
    const loadEndTimes = async () => {
      const activations = (await app.context.clients.arm.listRoleActivations(scope)).filter((each) => scopeOf(each) === scope)
      return new Map(activations.map(({ properties }) => [properties.principalId, Date.parse(properties.endDateTime!)]))
    }
    await until(async () => (await loadEndTimes()).size === 3)
    // Azure keeps an activated role for at least five minutes.
    app.simulator.clock.advance(600_000)
    const run = await decommissioning(app, account)
    await waitForStep(app, run, 'waitForGracePeriod', 'waiting')
    expect([...(await loadEndTimes()).keys()]).toEqual([slipwayServicePrincipalId])
    expect((await admin().post(path(run))).status).toBe(202)
    await waitForAccountStatus(app, run, 'active')
    const returned = await loadEndTimes()
    expect([...returned.keys()].toSorted()).toEqual([guest, slipwayServicePrincipalId].toSorted())
    expect(Math.abs(returned.get(guest)! - end.getTime())).toBeLessThan(60_000)
  })
})
