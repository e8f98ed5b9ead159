import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../../../test/until.ts'
import { type ClockedApp, startClockedApp } from '../../../accounts/decommission/clockedApp.fixture.ts'
import { addCapacity, deleteSandboxRows, requestFor } from '../sandboxWork.fixture.ts'

/** The test suite has time for this many sandboxes; `bench/sandboxCleanup.ts` measures 500. */
const sandboxCount = 30
const hour = 1 / 24
let app: ClockedApp
beforeAll(async () => {
  app = await startClockedApp()
  await deleteSandboxRows(app.databaseUrl)
  await addCapacity(app, { shared: sandboxCount })
})
afterAll(() => app.close())

async function createReadySandbox(): Promise<string> {
  const { arm } = app.context.clients
  const host = await app.db
    .updateTable('sandbox_hosts')
    .set({ status: 'closed' })
    .returning(['id', 'subscription_id'])
    .executeTakeFirstOrThrow()
  const now = app.context.now()
  const lease = { lease_start: now, lease_end: new Date(now.getTime() + 10 * 3_600_000) }
  for (let n = 1; n <= sandboxCount; n++) {
    const id = await requestFor(app, { name: `many-${n}`, hours: 10 })
    const place = { host_id: host.id, subscription_id: host.subscription_id, resource_group: `rg-sbx-many-${n}` }
    await arm.putResourceGroup(host.subscription_id, place.resource_group, { location: 'uksouth', tags: { 'slipway-sandbox': id } })
    await app.db
      .updateTable('sandboxes')
      .set({ ...place, status: 'provisioning' })
      .where('id', '=', id)
      .execute()
    await app.db
      .updateTable('sandboxes')
      .set({ ...lease, status: 'active' })
      .where('id', '=', id)
      .execute()
  }
  return host.subscription_id
}
const count = async (status: string) => {
  const rows = await app.db.selectFrom('sandboxes').select('status').execute()
  return rows.filter((row) => row.status === status).length
}
const waitForIdle = () =>
  until(async () => (await app.db.selectFrom('sandbox_actions').select('id').where('status', '=', 'open').execute()).length === 0)

it(`removes ${sandboxCount} sandboxes that end in the same hour once each, with two replicas`, async () => {
  const subscriptionId = await createReadySandbox()
  const groups = async () =>
    (await app.context.clients.arm.listResourceGroups(subscriptionId)).filter(({ name }) => name.startsWith('rg-sbx-many-'))
  expect(await groups()).toHaveLength(sandboxCount)
  app.simulator.clock.advance(10.5 * hour * 86_400_000)
  await Promise.all([app.minutePasses(), app.minutePasses()])
  await waitForIdle()
  expect([await count('deleting'), (await groups()).length]).toEqual([sandboxCount, sandboxCount])
  // The server was off for three days, and then two schedules run at the same time.
  app.simulator.clock.advance(3 * 86_400_000)
  await Promise.all([app.minutePasses(), app.minutePasses()])
  await until(async () => (await count('deleted')) === sandboxCount)
  expect(await groups()).toEqual([])
  const work = await app.db.selectFrom('sandbox_actions').select('kind').execute()
  const completedCounts = ['freeze', 'cleanUp'].map((kind) => work.filter((each) => each.kind === kind).length)
  expect([work.length, ...completedCounts]).toEqual([2 * sandboxCount, sandboxCount, sandboxCount])
  const notifications = await app.db.selectFrom('notifications').select('subject_id').where('kind', '=', 'sandboxDeleted').execute()
  expect([notifications.length, new Set(notifications.map(({ subject_id }) => subject_id)).size]).toEqual([sandboxCount, sandboxCount])
}, 320_000)
