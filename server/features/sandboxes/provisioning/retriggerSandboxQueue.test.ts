import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { inTransaction } from '../../../db/database.ts'
import { type ClockedApp, startClockedApp } from '../../accounts/decommission/clockedApp.fixture.ts'
import { startDeletion } from '../leases/transitions.ts'
import { deleteResources } from './clean/cleanUp.ts'
import { createScope } from './provision/createScope.ts'
import { retriggerResults } from './retrigger.ts'
import {
  addCapacity,
  deleteSandboxRows,
  readOutcome,
  requestFor,
  statusOf,
  waitForStatus,
  waitUntilResolved,
} from './sandboxWork.fixture.ts'

let app: ClockedApp
beforeAll(async () => {
  app = await startClockedApp()
  await deleteSandboxRows(app.databaseUrl)
  await addCapacity(app, { shared: 20 })
})
afterAll(() => app.close())

const niamh = () => app.as(app.persona('Niamh').id)
const retrigger = (process: string) => niamh().post(`/sandbox-requests/queue/${process}/retrigger`)
const minutes = (count: number) => app.simulator.clock.advance(count * 60_000)
const addFault = (method: string, path: string, count: number) =>
  app.simulator.faults.add({
    service: 'arm',
    method,
    path,
    count,
    action: { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'Not allowed.' } } },
  })
const readRuns = async () => (await niamh().get('/sandbox-work')).body
const readProcess = async (name: string) => (await readRuns()).processes.find((each: { name: string }) => each.name === name)

async function addEarlierFailures(sandboxId: string): Promise<void> {
  const earlier = new Date(Date.now() - 30 * 86_400_000)
  await app.db
    .insertInto('sandbox_actions')
    .values(
      Array.from({ length: 4 }, () => ({
        id: randomUUID(),
        sandbox_id: sandboxId,
        kind: 'cleanUp' as const,
        status: 'failed' as const,
        requested_by: null,
        created_at: earlier,
        ended_at: earlier,
      })),
    )
    .execute()
  const event = { id: randomUUID(), sandbox_id: sandboxId, at: earlier, kind: 'retriggered', text: 'Retried.', key: 'retriggered:earlier' }
  await app.db
    .insertInto('sandbox_events')
    .values({ ...event, person_id: app.persona('Niamh').id })
    .execute()
}

async function quarantine(name: string): Promise<string> {
  const id = await requestFor(app, { name })
  await waitForStatus(app, id, 'active')
  const { resource_group: group } = await app.db
    .selectFrom('sandboxes')
    .select('resource_group')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  addFault('DELETE', `resourcegroups/${group}\\?`, 3)
  await inTransaction(app.db, (tx) =>
    startDeletion({ db: tx, jobs: app.jobs }, { sandboxId: id, cause: 'owner', by: null, now: app.context.now() }),
  )
  await waitUntilResolved(app, id)
  await app.wait(1.01)
  const sandbox = app.db.selectFrom('sandboxes').select('cleanup_failures').where('id', '=', id)
  for (const failures of [1, 2, 3]) {
    await until(async () => (await sandbox.executeTakeFirstOrThrow()).cleanup_failures === failures)
    minutes(16 * failures)
    await app.minutePasses()
  }
  expect(await statusOf(app, id)).toBe('quarantined')
  return id
}

describe('retriggerSandboxQueue', () => {
  it('retries a failed provisioning once, even for many concurrent calls', async () => {
    addFault('PUT', 'resourcegroups/rg-sbx-refused\\?', 1)
    const id = await requestFor(app, { name: 'refused' })
    await waitForStatus(app, id, 'failed')
    expect(await readProcess('provisioning')).toMatchObject({ stuck: 1, running: 0, oldestStuck: expect.any(String) })
    expect((await readRuns()).runs).toEqual([
      expect.objectContaining({
        process: 'provisioning',
        state: 'failed',
        sandbox: { id, name: 'refused', status: 'failed' },
        owner: expect.objectContaining({ id: app.persona('Priya').id }),
        step: createScope.title,
        error: expect.stringContaining('Azure'),
      }),
    ])
    const responses = await Promise.all([retrigger('provisioning'), retrigger('provisioning'), retrigger('provisioning')])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    const retriggered = responses.flatMap(({ body }) => body.retriggered)
    expect(retriggered).toEqual([{ sandboxId: id, name: 'refused', what: retriggerResults.restarted }])
    await waitForStatus(app, id, 'active')
    expect((await readOutcome(app, id)).runs).toEqual(['provision failed failed', 'provision done succeeded'])
    expect((await retrigger('provisioning')).body).toEqual({
      process: 'provisioning',
      retriggered: [],
      alreadyRunning: 0,
      nothingToDo: true,
    })
    const failedItem = (await niamh().get('/work?status=failed')).body
    expect(failedItem).toEqual([])
  })

  it('restarts runs without progress for 15 minutes, and doesn’t change waiting runs', async () => {
    app.simulator.asyncDelayMs = 60_000
    const id = await requestFor(app, { name: 'lost-job' })
    const runs = app.db
      .selectFrom('work_runs as r')
      .innerJoin('sandbox_actions as a', 'a.id', 'r.subject_id')
      .select(['r.id', 'r.status'])
      .where('a.sandbox_id', '=', id)
    await until(async () => (await statusOf(app, id)) === 'active')
    app.simulator.asyncDelayMs = 20
    const [run] = await runs.execute()
    const action = await app.db.selectFrom('sandbox_actions').select('id').where('sandbox_id', '=', id).executeTakeFirstOrThrow()
    await app.db.updateTable('sandbox_actions').set({ status: 'open', ended_at: null }).where('id', '=', action.id).execute()
    await app.db.updateTable('work_runs').set({ status: 'running', updated_at: app.context.now() }).where('id', '=', run!.id).execute()
    expect((await retrigger('provisioning')).body).toMatchObject({ retriggered: [], alreadyRunning: 1, nothingToDo: true })
    minutes(16)
    expect(await readProcess('provisioning')).toMatchObject({ stuck: 1 })
    const [firstResponse, otherResponse] = await Promise.all([retrigger('provisioning'), retrigger('provisioning')])
    expect([...firstResponse.body.retriggered, ...otherResponse.body.retriggered]).toEqual([
      { sandboxId: id, name: 'lost-job', what: retriggerResults.continued },
    ])
    await waitUntilResolved(app, id)
    expect((await runs.execute()).map(({ status }) => status)).toEqual(['succeeded'])
  })

  it('retries a cleanup that is quarantined after three failures, and sends the notifications', async () => {
    const id = await quarantine('clinging')
    expect((await readRuns()).runs).toEqual([
      expect.objectContaining({ process: 'cleanup', state: 'failed', failures: 3, step: deleteResources.title }),
    ])
    const response = await retrigger('cleanup')
    expect(response.body.retriggered).toEqual([{ sandboxId: id, name: 'clinging', what: expect.any(String) }])
    await waitForStatus(app, id, 'deleted')
    expect(await readOutcome(app, id)).toMatchObject({ place: false })
    const auditEvents = await app.db
      .selectFrom('audit_events')
      .select(['operation', 'subject_id', 'outcome'])
      .where('operation', '=', 'retriggerSandboxQueue')
      .where('subject_id', '=', 'cleanup')
      .execute()
    expect(auditEvents).toEqual([{ operation: 'retriggerSandboxQueue', subject_id: 'cleanup', outcome: 'allowed' }])
  })

  it('shows people who can see the sandbox’s details why it is quarantined and who retried its run', async () => {
    const id = await quarantine('stubborn')
    await addEarlierFailures(id)
    const failureFor = async (givenName: string) => (await app.as(app.persona(givenName).id).get(`/sandboxes/${id}`)).body.failure
    const failure = await failureFor('Niamh')
    expect(failure).toMatchObject({
      step: deleteResources.title,
      error: expect.stringMatching(/Not allowed/),
      attempts: 3,
      retriedBy: null,
      can: { retry: true, seeRun: true },
    })
    expect(await failureFor('Priya')).toMatchObject({
      runId: failure.runId,
      can: { retry: expect.any(String), seeRun: expect.any(String) },
    })
    expect(await failureFor('Margaret')).toBeNull()
    const { body: list } = await niamh().get('/sandboxes/adv?filter=status==quarantined')
    expect(list.items.map((each: { failure: unknown }) => each.failure)).toEqual([failure])

    addFault('DELETE', 'resourcegroups/rg-sbx-stubborn\\?', 1)
    expect((await niamh().post('/work/retry', { runIds: [failure.runId] })).body.done).toBe(1)
    const { body: events } = await niamh().get('/audit/events?filter=operation==retryRuns')
    expect(events.items.map(({ subject }: { subject: object }) => subject)).toEqual([
      { kind: 'sandboxAction', id: expect.any(String), name: 'stubborn' },
    ])
    await until(async () => (await statusOf(app, id)) === 'quarantined')
    expect(await failureFor('Niamh')).toMatchObject({ runId: failure.runId, retriedBy: { id: app.persona('Niamh').id } })
    expect((await niamh().post('/work/retry', { runIds: [failure.runId] })).body.done).toBe(1)
    await waitForStatus(app, id, 'deleted')
    expect(await failureFor('Niamh')).toBeNull()
  })

  it('lists a quarantined sandbox whose run is missing as failed, and starts a run', async () => {
    const id = await quarantine('runless')
    const actions = app.db.selectFrom('sandbox_actions').select('id').where('sandbox_id', '=', id).where('kind', '=', 'cleanUp')
    await app.db.deleteFrom('work_runs').where('subject_id', 'in', actions).execute()
    await app.db.deleteFrom('sandbox_actions').where('sandbox_id', '=', id).where('kind', '=', 'cleanUp').execute()
    expect((await niamh().get(`/sandboxes/${id}`)).body.failure).toMatchObject({ step: null, runId: null, attempts: 3 })
    expect(await readProcess('cleanup')).toMatchObject({ stuck: 1, running: 0 })
    expect((await readRuns()).runs).toEqual([expect.objectContaining({ process: 'cleanup', state: 'failed', runId: null })])
    expect((await retrigger('cleanup')).body.retriggered).toEqual([{ sandboxId: id, name: 'runless', what: expect.any(String) }])
    await waitForStatus(app, id, 'deleted')
  })

  it('allocates available capacity and meters spend immediately', async () => {
    await app.db.updateTable('sandbox_hosts').set({ capacity: 2 }).execute()
    const id = await requestFor(app, { name: 'patient' })
    expect(await statusOf(app, id)).toBe('queued')
    expect((await retrigger('queue')).body).toMatchObject({ retriggered: [], alreadyRunning: 1, nothingToDo: true })
    await app.db.updateTable('sandbox_hosts').set({ capacity: 20 }).execute()
    expect((await retrigger('queue')).body.retriggered).toEqual([{ sandboxId: id, name: 'patient', what: expect.any(String) }])
    await waitForStatus(app, id, 'active')
    expect((await retrigger('metering')).status).toBe(200)
  })

  it('lists only the sandboxes whose spend the run counts', async () => {
    const names = async () => (await retrigger('metering')).body.retriggered.map(({ name }: { name: string }) => name)
    const id = await requestFor(app, { name: 'metered' })
    await waitForStatus(app, id, 'active')
    await app.db.deleteFrom('sandbox_meters').where('sandbox_id', '=', id).execute()
    expect(await names()).toContain('metered')
    const time = app.context.now()
    await app.db
      .insertInto('sandbox_meters')
      .values({ sandbox_id: id, counted_to: time })
      .onConflict((conflict) => conflict.column('sandbox_id').doUpdateSet({ counted_to: time }))
      .execute()
    expect(await names()).not.toContain('metered')
    const place = await app.db.selectFrom('sandboxes').select('subscription_id').where('id', '=', id).executeTakeFirstOrThrow()
    await app.db.deleteFrom('sandbox_meters').where('sandbox_id', '=', id).execute()
    await app.db.updateTable('sandboxes').set({ subscription_id: null }).where('id', '=', id).execute()
    expect(await names()).not.toContain('metered')
    await app.db.updateTable('sandboxes').set(place).where('id', '=', id).execute()
  })

  roleSuite(
    'retriggerSandboxQueue',
    () => app,
    () => ({ path: '/sandbox-requests/queue/cleanup/retrigger' }),
  )

  it.each(['clean-up', 'Cleanup', 'constructor', '../cleanup', '%00', 'x'.repeat(60)])('returns 404 for the process %j', async (name) => {
    const response = await retrigger(encodeURIComponent(name))
    expect(response.status).toBe(404)
    expect(response.body.message).toMatch(/provisioning, freezing, resuming, cleanup, queue, metering/)
  })
})
