import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { until } from '../../../../../test/until.ts'
import { type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import { begin, emergencyRow, holds } from '../emergency.fixture.ts'
import type { EmergencyInput } from '../emergencyInput.ts'
import { endEmergencies } from '../end/endEmergencies.ts'
import { endEmergencyRole } from '../end/endEmergencyRole.ts'
import { giveEmergencyRole } from './giveEmergencyRole.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

/** Runs one step as the runner would, this many minutes from now. */
async function carryOut(step: Step<EmergencyInput>, id: string, minutes: number) {
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
const orders = () =>
  app.simulator.exchanges.list().filter(({ method, path }) => method === 'PUT' && /roleassignmentschedulerequests/i.test(path)).length

it('repeats no step whose result was not recorded, and keeps the recorded times', async () => {
  const { account, id } = await begin(app, 0)
  const [give, see] = giveEmergencyRole.steps
  await carryOut(give!, id, 0)
  const first = await emergencyRow(app, id)
  // The process ends here, and another worker continues five minutes later.
  await carryOut(give!, id, 5)
  expect(await emergencyRow(app, id)).toMatchObject({ starts_at: first.starts_at, ends_at: first.ends_at })
  expect(orders()).toBe(1)
  await until(async () => !((await carryOut(see!, id, 5)) instanceof Wait))
  expect(await holds(app, 'Priya', account.subscriptionId!)).toBe(true)

  // The recorded times identify the role, so it can be removed.
  const priya = app.persona('Priya').id
  await app.db.updateTable('emergency_accesses').set({ status: 'active' }).where('id', '=', id).execute()
  await app.db.updateTable('emergency_accesses').set({ status: 'ending', ended_by: priya }).where('id', '=', id).execute()
  const [take, gone] = endEmergencyRole.steps
  await carryOut(take!, id, 6)
  await carryOut(take!, id, 6)
  await until(async () => !((await carryOut(gone!, id, 6)) instanceof Wait))
  expect(await holds(app, 'Priya', account.subscriptionId!)).toBe(false)
})

it('grants no role after the access failed', async () => {
  const { account, id } = await begin(app, 1)
  await app.db.updateTable('emergency_accesses').set({ status: 'failed' }).where('id', '=', id).execute()
  const before = orders()
  for (const step of giveEmergencyRole.steps) await carryOut(step, id, 0)
  expect([orders(), await holds(app, 'Priya', account.subscriptionId!)]).toEqual([before, false])
})

it('grants no role to a person who was disabled meanwhile', async () => {
  const { id } = await begin(app, 2)
  const before = orders()
  const person = app.db.updateTable('people').where('id', '=', app.persona('Priya').id)
  await person.set({ active: false }).execute()
  await expect(carryOut(giveEmergencyRole.steps[0]!, id, 0)).rejects.toMatchObject({ code: 'baseEnded' })
  await person.set({ active: true }).execute()
  expect(orders()).toBe(before)
})

it('ends when the account is decommissioned', async () => {
  const { account, id } = await begin(app, 3)
  await carryOut(giveEmergencyRole.steps[0]!, id, 0)
  await app.db.updateTable('emergency_accesses').set({ status: 'active' }).where('id', '=', id).execute()
  await endEmergencies(app.context)
  expect((await emergencyRow(app, id)).status).toBe('active')
  await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', account.id).execute()
  await endEmergencies(app.context)
  expect((await emergencyRow(app, id)).status).toBe('ending')
})
