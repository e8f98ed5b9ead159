import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { systemActionsOf } from '../../../../test/systemActionsOf.ts'
import { inTransaction } from '../../../db/database.ts'
import { loadCapacity } from '../templates/capacity.ts'
import { allocateQueuedSandboxes, placesFor, queuePositions } from './capacity.ts'
import { deleteResources } from './clean/cleanUp.ts'
import { failedCleanUp, maxFailures } from './clean/recordCleanUpEnd.ts'
import { addCapacity, deleteSandboxRows, requestFor, type SandboxSpec, statusOf } from './sandboxWork.fixture.ts'

const hourMs = 3_600_000
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
beforeEach(() => deleteSandboxRows(app.databaseUrl))
afterAll(() => app.close())

const allocateCapacity = () => allocateQueuedSandboxes(app.context)
const all = () => app.db.selectFrom('sandboxes').selectAll().orderBy('queue_number').execute()
const allocatedNames = async () => (await all()).filter(({ status }) => status !== 'queued').map(({ name }) => name)
async function queue(count: number, overrides: Omit<SandboxSpec, 'name'> = {}): Promise<string[]> {
  const ids = []
  for (let n = 1; n <= count; n++) ids.push(await requestFor(app, { name: `queued-${n}`, ...overrides }))
  return ids
}
const setHostCapacity = (capacity: number) => app.db.updateTable('sandbox_hosts').set({ capacity }).where('kind', '=', 'shared').execute()
const insertLiveSandbox = (id: string, leaseHours: number, now: Date) =>
  app.db
    .updateTable('sandboxes')
    .set({ status: 'active', lease_start: now, lease_end: new Date(now.getTime() + leaseHours * hourMs) })
    .where('id', '=', id)
    .execute()

describe('capacity', () => {
  it('is allocated in the order of the queue, one sandbox at a time, up to the limit', async () => {
    await addCapacity(app, { shared: 2 })
    await queue(6)
    expect(await allocatedNames()).toEqual(['queued-1', 'queued-2'])
    expect(await allocateCapacity()).toBe(0)
    await setHostCapacity(5)
    expect(await allocateCapacity()).toBe(3)
    expect(await allocatedNames()).toEqual(['queued-1', 'queued-2', 'queued-3', 'queued-4', 'queued-5'])
    const startedActions = await app.db.selectFrom('sandbox_actions').select('kind').execute()
    expect(startedActions.map(({ kind }) => kind)).toEqual(Array(5).fill('provision'))
    for (const row of await all())
      if (row.status === 'provisioning') expect([row.resource_group, row.subscription_id !== null]).toEqual([`rg-sbx-${row.name}`, true])
  })

  it('is allocated to the first sandbox in the queue while eight replicas allocate and other requests arrive', async () => {
    await addCapacity(app, { shared: 1 })
    await queue(60)
    await setHostCapacity(40)
    const latePromise = Promise.all([1, 2, 3, 4].map((n) => requestFor(app, { name: `late-${n}` })))
    await Promise.all(Array.from({ length: 8 }, allocateCapacity))
    await latePromise
    await allocateCapacity()
    expect(await allocatedNames()).toEqual(Array.from({ length: 40 }, (_, n) => `queued-${n + 1}`))
    expect(await app.db.selectFrom('sandbox_actions').select('id').execute()).toHaveLength(40)
  })

  it('isn’t allocated to two sandboxes in the same pool subscription', async () => {
    await addCapacity(app, { pool: 3 })
    await queue(5, { hosting: 'subscription' })
    await Promise.all([allocateCapacity(), allocateCapacity(), allocateCapacity()])
    const provisioningRows = (await all()).filter(({ status }) => status === 'provisioning')
    expect(new Set(provisioningRows.map(({ subscription_id }) => subscription_id)).size).toBe(3)
    const [firstRow, secondRow] = provisioningRows
    const pendingUpdate = app.db.updateTable('sandboxes').set({ host_id: secondRow!.host_id }).where('id', '=', firstRow!.id).execute()
    await expect(pendingUpdate).rejects.toThrow(/sandboxes_one_a_pool/)
  })

  it('is not allocated on hosts that are cooling off, quarantined or closed', async () => {
    await addCapacity(app, { pool: 3 })
    const now = app.context.now()
    const hosts = await app.db.selectFrom('sandbox_hosts').select('id').orderBy('name').execute()
    const set = (n: number, overrides: { status: 'coolingDown' | 'quarantined' | 'closed'; cooldown_until?: Date }) =>
      app.db.updateTable('sandbox_hosts').set(overrides).where('id', '=', hosts[n]!.id).execute()
    await set(0, { status: 'coolingDown', cooldown_until: new Date(now.getTime() + hourMs) })
    await set(1, { status: 'quarantined' })
    await set(2, { status: 'closed' })
    const [id] = await queue(1, { hosting: 'subscription' })
    expect(await allocateCapacity()).toBe(0)
    await allocateQueuedSandboxes({ ...app.context, now: () => new Date(now.getTime() + 2 * hourMs) })
    expect(await statusOf(app, id!)).toBe('provisioning')
    expect((await systemActionsOf(app, hosts[0]!.id)).at(-1)).toEqual(['sandboxHostRested', 'clock'])
  })

  it('is lost when a sandbox can’t be removed from a pool subscription, which is then quarantined', async () => {
    await addCapacity(app, { pool: 1 })
    const [sandboxId] = await queue(1, { hosting: 'subscription' })
    const now = app.context.now()
    await insertLiveSandbox(sandboxId!, 5, now)
    const { id: subjectId, host_id } = await app.db
      .updateTable('sandboxes as s')
      .from('sandbox_actions as a')
      .whereRef('a.sandbox_id', '=', 's.id')
      .where('s.id', '=', sandboxId!)
      .set({
        status: 'deleting',
        delete_requested_at: now,
        delete_cause: 'owner',
        delete_at: now,
        removing_at: now,
        cleanup_failures: maxFailures - 1,
      })
      .returning(['a.id', 's.host_id'])
      .executeTakeFirstOrThrow()
    const about = {
      runId: subjectId,
      subjectId,
      input: { sandboxId: sandboxId! },
      now,
      step: deleteResources.title,
      message: 'Not allowed.',
    }
    await inTransaction(app.db, (tx) => failedCleanUp({ db: tx, jobs: app.jobs, ...about }))
    expect(await statusOf(app, sandboxId!)).toBe('quarantined')
    expect((await systemActionsOf(app, sandboxId!)).at(-1)).toEqual(['sandboxQuarantined', 'clock'])
    expect(await systemActionsOf(app, host_id!)).toEqual([['sandboxHostQuarantined', 'clock']])
  })
})

describe('the estimated wait', () => {
  it('depends on the next lease end, cleanup and provisioning, and is unknown if nothing is due', async () => {
    await addCapacity(app, { shared: 2 })
    const now = app.context.now()
    const [firstName, secondSandboxId, thirdName, fourth, fifth] = await queue(5, { hours: 10 })
    await insertLiveSandbox(firstName!, 5, now)
    await insertLiveSandbox(secondSandboxId!, 8, now)
    const positions = await queuePositions(app.db, now)
    const hoursUntilStart = (id: string) => Math.round(((positions.get(id)!.estimatedAt!.getTime() - now.getTime()) / hourMs) * 100) / 100
    // A host is free again after a grace period of 24 hours, 15 minutes for the removal and 5 minutes for provisioning. A host that is used
    // twice needs this time twice.
    expect([hoursUntilStart(thirdName!), hoursUntilStart(fourth!)]).toEqual([29.33, 32.33])
    expect(hoursUntilStart(fifth!)).toBe(63.67)
    expect([thirdName, fourth, fifth].map((id) => positions.get(id!)!.position)).toEqual([1, 2, 3])
    expect(await placesFor(app.db, now)).toMatchObject({
      resourceGroup: { position: 4, estimatedAt: expect.any(Date) },
      subscription: { position: 1, estimatedAt: null },
    })
    await setHostCapacity(9)
    expect((await placesFor(app.db, now)).resourceGroup).toBeNull()
  })

  it('is read once for both kinds of hosting', async () => {
    const statements: string[] = []
    const db = app.db.withPlugin({
      transformQuery({ node }) {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await loadCapacity(db, app.context.now())
    expect(statements).toHaveLength(4)
  })

  it('includes the cooling-off period of a pool subscription, and the recent provisioning time', async () => {
    await addCapacity(app, { pool: 1 })
    const now = app.context.now()
    const [firstName, secondSandboxId] = await queue(2, { hosting: 'subscription' })
    await insertLiveSandbox(firstName!, 6, now)
    const half = { status: 'done' as const, created_at: new Date(now.getTime() - hourMs), ended_at: new Date(now.getTime() - hourMs / 2) }
    await app.db.deleteFrom('sandbox_actions').execute()
    await app.db
      .insertInto('sandbox_actions')
      .values({ id: crypto.randomUUID(), sandbox_id: firstName!, kind: 'provision', requested_by: null, ...half })
      .execute()
    const place = (await queuePositions(app.db, now)).get(secondSandboxId!)!
    expect(place.estimatedAt!.getTime() - now.getTime()).toBe((6 + 24.25 + 48 + 0.5) * hourMs)
  })
})
