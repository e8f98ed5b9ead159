import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { gate } from '../../../../../test/gate.ts'
import { until } from '../../../../../test/until.ts'
import { cancelVerdict } from '../../../../runs/cancelRules.ts'
import { type DeployWorld, newApp, rowOf, startDeployWorld } from '../../../services/deployments/deployments.fixture.ts'
import { outcomes } from './undoDeployment.ts'

let world: DeployWorld
beforeAll(async () => {
  world = await startDeployWorld()
})
afterEach(() => {
  world.simulator.faults.clear()
  world.forget()
})
afterAll(() => world.close())

const reason = 'The release has been put off.'
const cancelledMessage = `Cancelled by Niamh Brennan: “${reason}”`
const cancel = async (runId: string) =>
  (await world.as(world.persona('Niamh').id).post('/work/cancel', { runIds: [runId], reason })).body.results[0]
const deploy = async (body: unknown) => (await world.pipeline.post('/argo/UpdateApp', body)).body.id as string
const runOf = (deploymentId: string) =>
  world.db.selectFrom('work_runs').selectAll().where('subject_id', '=', deploymentId).where('undoes', 'is', null).executeTakeFirstOrThrow()
const undoOf = (runId: string) => world.db.selectFrom('work_runs').selectAll().where('undoes', '=', runId).executeTakeFirst()
const stepOf = async (runId: string, name: string) =>
  await world.db.selectFrom('work_steps').selectAll().where('run_id', '=', runId).where('name', '=', name).executeTakeFirstOrThrow()
const applications = () =>
  world.simulator.state.collection<{ spec: { source: { targetRevision: string } }; syncs: unknown[] }>('argocd.applications')
const writes = () =>
  world
    .exchanges()
    .filter(({ method, responseHeaders }) => method !== 'GET' && responseHeaders['content-type'] !== 'text/html')
    .map(({ method, path }) => `${method} ${path}`)
/** Makes Argo CD's response the web page of a proxy. Slipway retries such a response later instead of immediately. */
const failWithProxyPage = (method?: string, path?: string, skip = 0) =>
  world.simulator.faults.add({
    service: 'argocd',
    ...(method && { method }),
    ...(path && { path }),
    skip,
    action: { kind: 'status', status: 200, body: '<html>Be back soon</html>', headers: { 'content-type': 'text/html' } },
  })
const findApplication = (name: string) => world.context.clients.argocd!.getApplication(name, world.account.name)
const waitForStepStatus = (runId: string, step: string, status: string) => until(async () => (await stepOf(runId, step)).status === status)
/** Waits until the step fails, and then delays its retry by an hour, because a run can't be cancelled while it executes a step. */
async function pauseAtStep(runId: string, step: string): Promise<void> {
  const pauseUpdate = world.db
    .updateTable('work_steps')
    .set({ next_attempt_at: new Date(Date.now() + 3_600_000) })
    .where('run_id', '=', runId)
    .where('name', '=', step)
    .where('status', '=', 'waiting')
    .where('error', 'is not', null)
    .returning('name')
  await until(async () => (await pauseUpdate.execute()).length > 0)
}

async function stuckAtSync(name: string, revision = 'v1') {
  failWithProxyPage('POST', '/sync$')
  const id = await deploy(newApp(world, name, { revision }))
  const { id: runId } = await runOf(id)
  await pauseAtStep(runId, 'sync')
  return { id, runId }
}

describe('cancelling a deployment', () => {
  it('ends a deployment that waits for its turn immediately, without a write to Argo CD', async () => {
    const { id, runId } = await stuckAtSync('waits-for-turn')
    const waitingId = await deploy(newApp(world, 'waits-for-turn', { revision: 'v2' }))
    const { id: waitingRun } = await runOf(waitingId)
    expect(await cancel(waitingRun)).toMatchObject({ outcome: 'done' })
    expect(await rowOf(world, waitingId)).toMatchObject({ status: 'cancelled', result: `${cancelledMessage} ${outcomes.nothing}` })
    expect(await undoOf(waitingRun)).toBeUndefined()
    expect(await cancel(waitingRun)).toMatchObject({ outcome: 'denied' })
    expect(await rowOf(world, id)).toMatchObject({ status: 'running' })
    expect(await cancel(runId)).toMatchObject({ outcome: 'done' })
    await world.drain()
    expect(writes()).toEqual(['POST /api/v1/applications', 'DELETE /api/v1/applications/waits-for-turn'])
  })

  it('removes a partly created application, even after an outage of Argo CD', async () => {
    const { id, runId } = await stuckAtSync('made-anew')
    expect(await findApplication('made-anew')).toBeDefined()
    const down = failWithProxyPage()
    expect(await cancel(runId)).toMatchObject({ outcome: 'done' })
    const undo = (await undoOf(runId))!
    await pauseAtStep(undo.id, 'restoreRevision')
    expect((await rowOf(world, id)).status).toBe('running')
    world.simulator.faults.remove(down)
    await world.db.updateTable('work_steps').set({ next_attempt_at: null }).where('run_id', '=', undo.id).execute()
    await world.jobs.send(world.db, 'work', { runId: undo.id })
    await world.drain()
    expect(await rowOf(world, id)).toMatchObject({
      status: 'cancelled',
      result: `${cancelledMessage} ${outcomes.restoreRevision}`,
    })
    expect(await findApplication('made-anew')).toBeUndefined()
    expect(writes()).toEqual(['POST /api/v1/applications', 'DELETE /api/v1/applications/made-anew'])
  })

  it('restores an existing application that was partly deployed, and then starts the next deployment', async () => {
    await deploy(newApp(world, 'runs-already', { revision: 'v1' }))
    await world.drain()
    const { id, runId } = await stuckAtSync('runs-already', 'v2')
    expect(applications().get('runs-already')!.spec.source.targetRevision).toBe('v2')
    const next = await deploy(newApp(world, 'runs-already', { revision: 'v3' }))
    world.forget()
    expect(await cancel(runId)).toMatchObject({ outcome: 'done' })
    world.simulator.faults.clear()
    await until(async () => (await rowOf(world, id)).status === 'cancelled')
    await world.drain()
    expect((await rowOf(world, next)).status).toBe('succeeded')
    const deployedRevisions = world
      .exchanges('PUT')
      .map(({ requestBody }) => (requestBody as { source: { targetRevision: string } }).source.targetRevision)
    expect(deployedRevisions).toEqual(['v1', 'v3'])
    const notifications = await world.db
      .selectFrom('notifications')
      .select(['person_id', 'body'])
      .where('dedupe_key', '=', `cancellation:${id}`)
      .execute()
    expect(notifications.map(({ person_id }) => person_id).toSorted()).toEqual(world.account.ownerIds.toSorted())
    expect(notifications[0]?.body).toContain(reason)
    expect(applications().get('runs-already')!.syncs).toHaveLength(2)
  })

  it('removes the result of the last call after a worker has finished its step', async () => {
    const writeGate = gate(world.simulator, { service: 'argocd', method: 'POST', path: '/applications\\?' })
    const id = await deploy(newApp(world, 'amid-a-step'))
    const { id: runId } = await runOf(id)
    await writeGate.reached
    expect(await cancel(runId)).toMatchObject({ outcome: 'done' })
    writeGate.open()
    await world.drain()
    expect(await rowOf(world, id)).toMatchObject({ status: 'cancelled' })
    expect(writes()).toEqual(['POST /api/v1/applications', 'DELETE /api/v1/applications/amid-a-step'])
    expect((await stepOf(runId, 'writeApplication')).status).toBe('skipped')
  })

  it('doesn’t reverse a deployment whose start was sent but not confirmed, and reports that Argo CD continues', async () => {
    world.simulator.faults.add({ service: 'argocd', method: 'POST', path: '/sync$', count: 1, action: { kind: 'reset', when: 'after' } })
    const id = await deploy(newApp(world, 'begun-unheard'))
    const { id: runId } = await runOf(id)
    await pauseAtStep(runId, 'sync')
    expect(await cancel(runId)).toMatchObject({ outcome: 'done' })
    world.simulator.faults.clear()
    await world.drain()
    expect(await rowOf(world, id)).toMatchObject({
      status: 'cancelled',
      result: `${cancelledMessage} ${outcomes.deploys}`,
    })
    expect(applications().get('begun-unheard')!.syncs).toHaveLength(1)
    expect(writes().filter((each) => each.startsWith('DELETE'))).toEqual([])
  })

  it('is rejected once Argo CD has started, with an alternative', async () => {
    world.simulator.asyncDelayMs = 400
    const id = await deploy(newApp(world, 'too-late'))
    const { id: runId } = await runOf(id)
    await waitForStepStatus(runId, 'sync', 'succeeded')
    expect(await cancel(runId)).toMatchObject({
      outcome: 'denied',
      reason: cancelVerdict({ kind: 'deployApp', status: 'waiting', undoes: null }, [{ name: 'sync', status: 'succeeded' }]),
    })
    world.simulator.asyncDelayMs = 0
    await world.drain()
    expect((await rowOf(world, id)).status).toBe('succeeded')
  })

  it('keeps the application of a cancelled removal, or removes it when Argo CD has started', async () => {
    for (const [name, when] of [
      ['kept', 'before'],
      ['gone', 'after'],
    ] as const) {
      await deploy(newApp(world, `${name}-app`))
      await world.drain()
      const faultCount = when === 'after' ? 1 : 0
      world.simulator.faults.add({ service: 'argocd', method: 'DELETE', count: faultCount, action: { kind: 'reset', when: 'after' } })
      failWithProxyPage('DELETE', undefined, faultCount)
      const response = await world.pipeline.post('/argo/RemoveApp', { accountId: world.account.id, name: `${name}-app` })
      const { id: runId } = await runOf(response.body.id)
      await pauseAtStep(runId, 'requestRemoval')
      expect(await cancel(runId)).toMatchObject({ outcome: 'done' })
      world.simulator.faults.clear()
      await world.drain()
      const { status, result } = await rowOf(world, response.body.id)
      expect([status, result]).toEqual(['cancelled', `${cancelledMessage} ${when === 'before' ? outcomes.nothing : outcomes.removes}`])
      expect((await findApplication(`${name}-app`)) !== undefined).toBe(when === 'before')
    }
  })
})
