import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { until } from '../../../../../test/until.ts'
import { type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import { accountOf, commerceProfile, emergencyRow, hasRole, startEmergency } from '../emergency.fixture.ts'
import type { EmergencyInput } from '../emergencyInput.ts'
import { endEmergencyRole } from '../end/endEmergencyRole.ts'
import { expireEmergencyAccess } from '../end/expireEmergencyAccess.ts'
import { grantEmergencyRole } from './grantEmergencyRole.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

async function runStep(step: Step<EmergencyInput>, id: string, minutes: number) {
  const run = await app.db
    .selectFrom('work_runs')
    .select('input')
    .where('subject_id', '=', id)
    .where('kind', '=', 'giveEmergencyRole')
    .executeTakeFirstOrThrow()
  const { db, clients, config } = app.context
  const context: Partial<StepContext<EmergencyInput>> = {
    db,
    clients,
    config,
    input: run.input as unknown as EmergencyInput,
    attempt: 1,
    now: () => new Date(Date.now() + minutes * 60_000),
  }
  return step.run(context as StepContext<EmergencyInput>)
}
/** A response that Slipway can’t read. Such a call is not retried. */
const unreadable = { kind: 'status', status: 200, body: '<html>Asleep</html>', headers: { 'content-type': 'text/html' } } as const
const orders = () =>
  app.simulator.exchanges.list().filter(({ method, path }) => method === 'PUT' && /roleassignmentschedulerequests/i.test(path)).length

it('requests the role once when a step is repeated after a crash, and keeps the recorded times', async () => {
  const { account, id } = await startEmergency(app, 0)
  const [grantStep, verifyStep] = grantEmergencyRole.steps
  await runStep(grantStep!, id, 0)
  const firstRow = await emergencyRow(app, id)
  await runStep(grantStep!, id, 5)
  expect(await emergencyRow(app, id)).toMatchObject({ starts_at: firstRow.starts_at, ends_at: firstRow.ends_at })
  expect(orders()).toBe(1)
  await until(async () => !((await runStep(verifyStep!, id, 5)) instanceof Wait))
  expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(true)

  const priya = app.persona('Priya').id
  await app.db.updateTable('emergency_accesses').set({ status: 'active' }).where('id', '=', id).execute()
  await app.db.updateTable('emergency_accesses').set({ status: 'ending', ended_by: priya }).where('id', '=', id).execute()
  const [revokeStep, deleteStep] = endEmergencyRole.steps
  await runStep(revokeStep!, id, 6)
  await runStep(revokeStep!, id, 6)
  await until(async () => !((await runStep(deleteStep!, id, 6)) instanceof Wait))
  expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(false)
})

it('doesn’t grant a role after the access failed', async () => {
  const { account, id } = await startEmergency(app, 1)
  await app.db.updateTable('emergency_accesses').set({ status: 'failed' }).where('id', '=', id).execute()
  const countBefore = orders()
  for (const step of grantEmergencyRole.steps) await runStep(step, id, 0)
  expect([orders(), await hasRole(app, 'Priya', account.subscriptionId!)]).toEqual([countBefore, false])
})

it('doesn’t grant a role to a person who was disabled in the meantime', async () => {
  const { id } = await startEmergency(app, 2)
  const countBefore = orders()
  const person = app.db.updateTable('people').where('id', '=', app.persona('Priya').id)
  await person.set({ active: false }).execute()
  await expect(runStep(grantEmergencyRole.steps[0]!, id, 0)).rejects.toMatchObject({ code: 'baseEnded' })
  await person.set({ active: true }).execute()
  expect(orders()).toBe(countBefore)
})

it('doesn’t grant a role to a person who left the on-call group in the meantime, or whose profile ended for the account', async () => {
  const { graph } = app.context.clients
  const profile = await app.db.selectFrom('emergency_profiles').selectAll().where('id', '=', commerceProfile).executeTakeFirstOrThrow()
  const { id } = await startEmergency(app, 4)
  const countBefore = orders()
  await graph.removeGroupMember(profile.directory_group_id, app.persona('Priya').id)
  await expect(runStep(grantEmergencyRole.steps[0]!, id, 0)).rejects.toMatchObject({ code: 'notOnCall' })
  await graph.addGroupMember(profile.directory_group_id, app.persona('Priya').id)
  const { enabled, scope, account_id, tower_id, environment } = profile
  const formerColumns = { enabled, scope, account_id, tower_id, environment }
  for (const overrides of [
    { enabled: false },
    { scope: 'account' as const, account_id: accountOf(app, 5).id, tower_id: null, environment: null },
  ]) {
    const setProfile = app.db.updateTable('emergency_profiles').where('id', '=', profile.id)
    await setProfile.set(overrides).execute()
    await expect(runStep(grantEmergencyRole.steps[0]!, id, 0)).rejects.toMatchObject({ code: 'profileEnded' })
    await setProfile.set(formerColumns).execute()
  }
  expect(orders()).toBe(countBefore)
  await runStep(grantEmergencyRole.steps[0]!, id, 0)
  expect(orders()).toBe(countBefore + 1)
})

it('waits for the directory if the copy of the on-call group is old, and then grants the role', async () => {
  const { id } = await startEmergency(app, 6)
  const countBefore = orders()
  const fault = app.simulator.faults.add({ service: 'graph', path: 'checkMemberGroups', action: unreadable })
  await app.db
    .updateTable('directory_groups')
    .set({ checked_at: new Date(Date.now() - 16 * 60_000) })
    .execute()
  expect(await runStep(grantEmergencyRole.steps[0]!, id, 0)).toBeInstanceOf(Wait)
  expect([(await emergencyRow(app, id)).status, orders()]).toEqual(['opening', countBefore])
  app.simulator.faults.remove(fault)
  expect(await runStep(grantEmergencyRole.steps[0]!, id, 0)).toEqual({})
  expect(orders()).toBe(countBefore + 1)
})

it('ends the access when the account is decommissioned', async () => {
  const { account, id } = await startEmergency(app, 3)
  await runStep(grantEmergencyRole.steps[0]!, id, 0)
  await app.db.updateTable('emergency_accesses').set({ status: 'active' }).where('id', '=', id).execute()
  await expireEmergencyAccess(app.context)
  expect((await emergencyRow(app, id)).status).toBe('active')
  await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', account.id).execute()
  await expireEmergencyAccess(app.context)
  expect((await emergencyRow(app, id)).status).toBe('ending')
})
