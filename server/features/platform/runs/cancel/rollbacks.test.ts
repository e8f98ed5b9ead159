import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../../../simulator/core/exchangeLog.ts'
import type { FaultRule } from '../../../../../simulator/core/faults.ts'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { gate } from '../../../../../test/gate.ts'
import { accountOfDaniel, readChangedAccount } from '../../../../../test/readChangedAccount.ts'
import { until } from '../../../../../test/until.ts'
import { cancelVerdict } from '../../../../runs/cancelRules.ts'
import { kindTitles } from '../../../../runs/labels.ts'
import { accountOf, groupRow, newGroup } from '../../../accounts/groups/groups.fixture.ts'
import { services } from '../../../accounts/updates/services.fixture.ts'
import {
  addCapacity,
  deleteSandboxRows,
  readOutcome,
  requestFor,
  statusOf,
  waitForStatus,
  waitUntilResolved,
} from '../../../sandboxes/provisioning/sandboxWork.fixture.ts'

let app: TestApp
const exchanges: Exchange[] = []
beforeAll(async () => {
  app = await startTestApp()
  app.simulator.exchanges.onExchange((exchange) => void exchanges.push(exchange))
  app.simulator.asyncDelayMs = 0
  await deleteSandboxRows(app.databaseUrl)
  await addCapacity(app, { shared: 1 })
})
afterAll(() => app.close())

const reason = 'Nobody needs it any more.'
const cancel = async (runId: string) =>
  (await app.as(app.persona('Niamh').id).post('/work/cancel', { runIds: [runId], reason })).body.results[0]
const addFault = (service: FaultRule['service'], method: string, path: string) =>
  app.simulator.faults.add({
    service,
    method,
    path,
    action: { kind: 'status', status: 403, body: { error: { code: 'Forbidden', message: 'No.' } } },
  })
/** Makes the response of a service the web page of a proxy. Slipway retries such a response later instead of immediately. */
const failWithProxyPage = (service: FaultRule['service'], path?: string) =>
  app.simulator.faults.add({
    service,
    ...(path && { path }),
    action: { kind: 'status', status: 200, body: '<html>Be back soon</html>', headers: { 'content-type': 'text/html' } },
  })
const runOf = (id: string) => app.db.selectFrom('work_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const undoOf = (runId: string) => app.db.selectFrom('work_runs').selectAll().where('undoes', '=', runId).executeTakeFirstOrThrow()
const isAt = (runId: string, status: string) => until(async () => (await runOf(runId)).status === status)
const stepOf = (runId: string, name: string) =>
  app.db.selectFrom('work_steps').selectAll().where('run_id', '=', runId).where('name', '=', name).executeTakeFirstOrThrow()
async function continueImmediately(runId: string) {
  await app.db.updateTable('work_steps').set({ next_attempt_at: null }).where('run_id', '=', runId).execute()
  await app.jobs.send(app.db, 'work', { runId })
}
const notificationsOf = async (subjectId: string) =>
  await app.db.selectFrom('notifications').select(['person_id', 'kind', 'body']).where('subject_id', '=', subjectId).execute()

async function provisioning(name: string) {
  const id = await requestFor(app, { name, ownerIds: [app.persona('Priya').id, app.persona('Tomasz').id] })
  const { runId } = await app.db
    .selectFrom('sandbox_actions as a')
    .innerJoin('work_runs as r', 'r.subject_id', 'a.id')
    .select('r.id as runId')
    .where('a.sandbox_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, runId }
}
async function expectDeleted(id: string) {
  await waitForStatus(app, id, 'deleted')
  const { place, rights, groups, runs, notifiedTwice } = await readOutcome(app, id)
  expect({ place, rights, there: groups.filter(({ there, status }) => there || status !== 'deleted'), notifiedTwice }).toEqual({
    place: false,
    rights: 0,
    there: [],
    notifiedTwice: [],
  })
  expect(runs).toEqual(['provision failed cancelled', 'cleanUp done succeeded'])
  for (const personaName of ['Priya', 'Tomasz'])
    expect(
      (await notificationsOf(id))
        .filter(({ person_id }) => person_id === app.persona(personaName).id)
        .map(({ body }) => body)
        .join(' '),
    ).toContain(reason)
}
const listWrites = (name: string) =>
  exchanges
    .filter(({ method, path, requestBody }) => method !== 'GET' && `${path} ${JSON.stringify(requestBody)}`.includes(name))
    .map(({ method, path }) => `${method} ${path}`)

describe('cancelling the setup of a sandbox', () => {
  it('gives the capacity to the next sandbox in the queue, without a write to Azure, if no resources exist yet', async () => {
    const fault = addFault('arm', 'PUT', '/resourceGroups/rg-sbx-off-first')
    const { id, runId } = await provisioning('off-first')
    await isAt(runId, 'failed')
    const next = await requestFor(app, { name: 'off-next' })
    expect(await statusOf(app, next)).toBe('queued')
    app.simulator.faults.remove(fault)
    exchanges.splice(0)
    expect(await cancel(runId)).toMatchObject({ outcome: 'done' })
    expect(await cancel(runId)).toMatchObject({ outcome: 'denied' })
    await expectDeleted(id)
    expect(listWrites('off-first')).toEqual([])
    await until(async () => (await statusOf(app, next)) !== 'queued')
    await app.db.updateTable('sandbox_hosts').set({ capacity: 50 }).execute()
  })

  it.concurrent.each([
    ['half way', 'off-1', 'setPolicies', 'policyAssignments'],
    ['at its last steps', 'off-2', 'assignGroupRoles', 'roleAssignments'],
  ])('removes all created resources if the setup failed %s', async (_, name, step, rejection) => {
    const fault = addFault('arm', 'PUT', `rg-sbx-${name}.*/${rejection}/`)
    const { id, runId } = await provisioning(name)
    await isAt(runId, 'failed')
    expect((await runOf(runId)).at_step).toBe(step)
    expect((await readOutcome(app, id)).place).toBe(true)
    app.simulator.faults.remove(fault)
    expect(await cancel(runId)).toMatchObject({ outcome: 'done' })
    await expectDeleted(id)
    expect(listWrites(name)).toContainEqual(expect.stringMatching(/^DELETE .*resourceGroups\/rg-sbx-off-\d$/i))
  })

  it.concurrent('removes the result of the last call once Azure responds again after a cancellation during a step', async () => {
    const creationGate = gate(app.simulator, { service: 'graph', method: 'PATCH', path: '/groups\\(uniqueName' })
    const { id, runId } = await provisioning('off-amid')
    await until(async () => (await stepOf(runId, 'createGroups')).status === 'running')
    await creationGate.reached
    const fault = failWithProxyPage('arm', 'rg-sbx-off-amid')
    expect(await cancel(runId)).toMatchObject({ outcome: 'done' })
    creationGate.open()
    const undo = await undoOf(runId)
    await until(async () => (await stepOf(undo.id, 'endAccess')).error !== null)
    expect(await runOf(undo.id)).toMatchObject({ status: 'waiting', cause_service: 'Azure' })
    app.simulator.faults.remove(fault)
    await continueImmediately(undo.id)
    await waitUntilResolved(app, id)
    await expectDeleted(id)
    expect(listWrites('off-amid')).toContainEqual(expect.stringMatching(/^PATCH .*\/groups\(uniqueName/))
  })
})

describe('cancelling a change of services', () => {
  const pulls = (reference: string) => app.context.clients.git.findPullRequest(`slipway/${reference.toLowerCase()}`)
  async function changing(n: number) {
    const updates = services(app)
    const account = accountOfDaniel(app, n)
    const update = await updates.ask(account)
    await updates.vote('Ravi', update)
    const { id: runId } = (await updates.runOf(update.id))!
    return { the: updates, account, update, runId }
  }
  async function expectUnchanged({ account, update }: Awaited<ReturnType<typeof changing>>) {
    await until(async () => (await readChangedAccount(app, account, update.id)).update === 'cancelled')
    const stateAfter = await readChangedAccount(app, account, update.id)
    expect([stateAfter.itemIds, stateAfter.notifiedDone]).toEqual([account.catalogueItemIds, 0])
    expect(await app.context.clients.git.getBranchHead(`slipway/${update.reference.toLowerCase()}`)).toBeUndefined()
    expect(await notificationsOf(update.id)).toContainEqual(
      expect.objectContaining({ kind: 'request.cancelled', person_id: app.persona('Daniel').id, body: expect.stringContaining(reason) }),
    )
    return stateAfter
  }

  it('doesn’t write to the repository if the branch doesn’t exist yet, and allows further changes of the account', async () => {
    const fault = addFault('git', 'POST', '/git/refs')
    const change = await changing(3)
    await isAt(change.runId, 'failed')
    app.simulator.faults.remove(fault)
    expect(await cancel(change.runId)).toMatchObject({ outcome: 'done' })
    expect((await expectUnchanged(change)).pullRequests).toEqual([])
    expect(await cancel(change.runId)).toMatchObject({ outcome: 'denied' })
    const repeated = await change.the.ask(change.account)
    await app.as(app.persona('Daniel').id).post(`/accounts/${change.account.id}/updates/${repeated.id}/withdraw`)
  })

  it('closes the pull request once the repository’s host responds again', async () => {
    const fault = addFault('git', 'PUT', '/merge')
    const change = await changing(4)
    await isAt(change.runId, 'failed')
    expect((await pulls(change.update.reference))?.state).toBe('open')
    app.simulator.faults.remove(fault)
    const down = failWithProxyPage('git')
    expect(await cancel(change.runId)).toMatchObject({ outcome: 'done' })
    const undo = await undoOf(change.runId)
    await until(async () => (await stepOf(undo.id, 'closeChange')).error !== null)
    app.simulator.faults.remove(down)
    await continueImmediately(undo.id)
    expect((await expectUnchanged(change)).pullRequests).toEqual(['closed'])
    const order = await app.db.selectFrom('pull_requests').select('state').where('run_id', '=', change.runId).execute()
    expect(order.map(({ state }) => state)).toEqual(['closed'])
  })

  it('is rejected after the merge, which lets the change complete', async () => {
    const fault = app.simulator.faults.add({
      service: 'git',
      method: 'GET',
      path: '/commits/[0-9a-f]{40}/check-runs',
      action: { kind: 'delay', ms: 300 },
    })
    const change = await changing(5)
    await until(async () => (await stepOf(change.runId, 'recordServices')).status === 'succeeded')
    expect((await cancel(change.runId)).reason).toBeOneOf([
      cancelVerdict({ kind: 'changeServices', status: 'waiting', undoes: null }, [{ name: 'recordServices', status: 'succeeded' }]),
      cancelVerdict({ kind: 'changeServices', status: 'succeeded', undoes: null }, []),
    ])
    app.simulator.faults.remove(fault)
    await isAt(change.runId, 'succeeded')
  })
})

describe('cancelling other runs', () => {
  it('removes a group and its roles, even at the last step, and keeps other roles', async () => {
    const account = accountOf(app, 1)
    const scope = `/subscriptions/${account.subscriptionId}`
    const assignmentIdsBefore = (await app.context.clients.arm.listRoleAssignmentsAround(scope)).map(({ id }) => id).toSorted()
    const fault = addFault('arm', 'PUT', `${account.subscriptionId}.*/roleAssignments/`)
    const { body } = await app.as(app.persona('Daniel').id).post(`/accounts/${account.id}/groups`, newGroup('called-off'))
    await isAt(body.jobId, 'failed')
    const { directory_group_id } = await groupRow(app, `az-${account.name}-called-off`)
    expect(await app.context.clients.graph.getGroup(directory_group_id!)).toBeDefined()
    app.simulator.faults.remove(fault)
    expect(await cancel(body.jobId)).toMatchObject({ outcome: 'done' })
    await isAt((await undoOf(body.jobId)).id, 'succeeded')
    expect(await app.context.clients.graph.getGroup(directory_group_id!)).toBeUndefined()
    expect((await app.context.clients.arm.listRoleAssignmentsAround(scope)).map(({ id }) => id).toSorted()).toEqual(assignmentIdsBefore)
    expect((await groupRow(app, `az-${account.name}-called-off`)).status).toBe('deleted')
  })

  it('is allowed, or has a reason and an alternative, for every kind of run', () => {
    for (const kind of Object.keys(kindTitles).filter((each) => !each.startsWith('undo') || each === 'reverseDecommission')) {
      const verdict = cancelVerdict({ kind, status: 'failed', undoes: null }, [])
      if (verdict !== true) expect(verdict, kind).not.toBe(cancelVerdict({ kind: 'unknown', status: 'failed', undoes: null }, []))
    }
  })
})
