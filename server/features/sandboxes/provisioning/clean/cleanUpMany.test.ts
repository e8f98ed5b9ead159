import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../../../test/until.ts'
import { type ClockedApp, startClockedApp } from '../../../accounts/decommission/clockedApp.fixture.ts'
import { makeRoom, requestFor, withoutSandboxes } from '../sandboxWork.fixture.ts'

/** The suite has time for this many; `bench/sandboxCleanup.ts` measures 500. */
const many = 30
const hour = 1 / 24
let app: ClockedApp
beforeAll(async () => {
  app = await startClockedApp()
  await withoutSandboxes(app.databaseUrl)
  await makeRoom(app, { shared: many })
})
afterAll(() => app.close())

async function makeReady(): Promise<string> {
  const { arm } = app.context.clients
  const host = await app.db
    .updateTable('sandbox_hosts')
    .set({ status: 'closed' })
    .returning(['id', 'subscription_id'])
    .executeTakeFirstOrThrow()
  const now = app.context.now()
  const lease = { lease_start: now, lease_end: new Date(now.getTime() + 10 * 3_600_000) }
  for (let n = 1; n <= many; n++) {
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
const idle = () =>
  until(async () => (await app.db.selectFrom('sandbox_actions').select('id').where('status', '=', 'open').execute()).length === 0)

it(`removes ${many} sandboxes that end in the same hour once each, with two replicas`, async () => {
  const subscriptionId = await makeReady()
  const groups = async () =>
    (await app.context.clients.arm.listResourceGroups(subscriptionId)).filter(({ name }) => name.startsWith('rg-sbx-many-'))
  expect(await groups()).toHaveLength(many)
  app.simulator.clock.advance(10.5 * hour * 86_400_000)
  await Promise.all([app.minutePasses(), app.minutePasses()])
  await idle()
  expect([await count('deleting'), (await groups()).length]).toEqual([many, many])
  // The server was off for three days, and then two schedules run at the same time.
  app.simulator.clock.advance(3 * 86_400_000)
  await Promise.all([app.minutePasses(), app.minutePasses()])
  await until(async () => (await count('deleted')) === many)
  expect(await groups()).toEqual([])
  const work = await app.db.selectFrom('sandbox_actions').select('kind').execute()
  const done = ['freeze', 'cleanUp'].map((kind) => work.filter((each) => each.kind === kind).length)
  expect([work.length, ...done]).toEqual([2 * many, many, many])
  const notifications = await app.db.selectFrom('notifications').select('subject_id').where('kind', '=', 'sandboxDeleted').execute()
  expect([notifications.length, new Set(notifications.map(({ subject_id }) => subject_id)).size]).toEqual([many, many])
}, 320_000)
