import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { type ApprovedAccount, approveAll } from '../../../../test/approveAll.ts'
import { gate } from '../../../../test/gate.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { cancelVerdict } from '../../../runs/cancelRules.ts'
import { continueRun } from '../../../workflows/runner.ts'
import { decide, directoryDown, grantOf, isIn, requestAccess } from '../../access/assignments/access.fixture.ts'
import { accountOf, groupRow, newGroup } from '../../accounts/groups/groups.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.simulator.asyncDelayMs = 0
})
beforeEach(() => app.simulator.faults.clear())
afterAll(() => app.close())

const reason = 'The team has no need of it any more.'
const niamh = () => app.as(app.persona('Niamh').id)
const cancel = (...runIds: string[]) => niamh().post('/work/cancel', { runIds, reason })
const runOf = (id: string) => app.db.selectFrom('work_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const undoOf = (id: string) => app.db.selectFrom('work_runs').selectAll().where('undoes', '=', id).executeTakeFirstOrThrow()
const statusOf = async (table: 'accounts' | 'account_requests', id: string) =>
  (await app.db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status as string
const fails = (service: 'arm' | 'git', method: string, path: string) =>
  app.simulator.faults.add({
    service,
    method,
    path,
    action: { kind: 'status', status: 403, body: { error: { code: 'Forbidden', message: 'No.' } } },
  })
const waitForRunEnd = (id: string, status = 'succeeded') => until(async () => (await runOf(id)).status === status)

async function findLeftovers({ accountId, requestId, name, reference }: ApprovedAccount) {
  const { simulator, db, context, config } = app
  const readCollection = <T>(collection: string) => simulator.state.collection<T>(collection).values()
  const subscriptions = readCollection<{ displayName?: string; state?: string }>('arm.subscriptions').filter(
    (each) => each.displayName === name,
  )
  const hub = await context.clients.arm.getVirtualNetwork(config.hubNetworks.uksouth!)
  return {
    account: await statusOf('accounts', accountId),
    request: await statusOf('account_requests', requestId),
    aliases: readCollection<{ displayName: string }>('arm.aliases').filter((alias) => alias.displayName === name).length,
    subscriptions: subscriptions.map(({ state }) => state),
    hubPeerings: (hub?.properties.virtualNetworkPeerings ?? []).filter((each) => each.name === `to-${name}`).length,
    pullRequest: (await context.clients.git.findPullRequest(`slipway/${reference.toLowerCase()}`))?.state,
    branch: await context.clients.git.getBranchHead(`slipway/${reference.toLowerCase()}`),
    ranges: (await db.selectFrom('address_ranges').select('range').where('account_id', '=', accountId).execute()).length,
    notified: (await db.selectFrom('notifications').select('person_id').where('dedupe_key', '=', `cancellation:${requestId}`).execute())
      .length,
  }
}
const emptyResult = { account: 'deleted', request: 'cancelled', aliases: 0, hubPeerings: 0, branch: undefined, ranges: 0, notified: 2 }

describe('cancelRuns', () => {
  it('rolls back an account that waits for its pull request, and notifies the requester', async () => {
    fails('git', 'PUT', '/merge')
    const builtAccount = await approveAll(app, 'called-off-late', { connectivity: 'corporate', region: 'uksouth' })
    await waitForRunEnd(builtAccount.runId, 'failed')
    expect(await findLeftovers(builtAccount)).toMatchObject({
      account: 'failed',
      hubPeerings: 1,
      pullRequest: 'open',
      ranges: 1,
      subscriptions: ['Enabled'],
    })
    const runBefore = (await niamh().get(`/work/${builtAccount.runId}`)).body
    expect(runBefore.rollbackSteps).toHaveLength(5)
    expect(runBefore.responses.recordInRepository).toMatchObject({ service: 'GitHub', status: 403 })
    const { status, body } = await cancel(builtAccount.runId)
    expect([status, body]).toEqual([
      200,
      { done: 1, denied: 0, results: [{ runId: builtAccount.runId, name: builtAccount.name, outcome: 'done' }] },
    ])
    const undo = await undoOf(builtAccount.runId)
    await waitForRunEnd(undo.id)
    expect(await findLeftovers(builtAccount)).toMatchObject({ ...emptyResult, pullRequest: 'closed' })
    expect((await findLeftovers(builtAccount)).subscriptions).not.toContain('Enabled')

    const requestDetails = (await app.as(app.persona('Priya').id).get(`/account-requests/${builtAccount.requestId}`)).body
    expect(requestDetails).toMatchObject({
      status: 'cancelled',
      run: { id: undo.id, undoes: builtAccount.runId, cancellation: { by: 'Niamh Brennan', reason } },
    })
    expect(requestDetails.timeline).toContainEqual(
      expect.objectContaining({ kind: 'cancelled', text: expect.stringContaining('Niamh Brennan'), comment: reason }),
    )
    expect(requestDetails.timeline.map(({ kind }: { kind: string }) => kind)).not.toContain('ready')
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'cancelRuns')
      .where('subject_id', '=', builtAccount.requestId)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      outcome: 'allowed',
      before: { status: 'failed', step: 'recordInRepository' },
      after: { status: 'cancelled', reason },
    })
    const repeated = await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name: builtAccount.name }))
    expect(repeated.status, 'its name is free again').toBe(201)
  })

  it('takes precedence over a worker in a step, whose later writes are rejected and whose last call is rolled back', async () => {
    const readGate = gate(app.simulator, { service: 'arm', method: 'GET', path: '/subscriptions/[0-9a-f-]{36}\\?' })
    const builtAccount = await approveAll(app, 'called-off-meanwhile', { connectivity: 'none' })
    await readGate.reached
    expect((await cancel(builtAccount.runId)).body.done).toBe(1)
    readGate.open()
    const undo = await undoOf(builtAccount.runId)
    await waitForRunEnd(undo.id)
    expect(await runOf(builtAccount.runId)).toMatchObject({ status: 'cancelled', stuck_since: null })
    const steps = await app.db
      .selectFrom('work_steps')
      .select(['name', 'status'])
      .where('run_id', '=', builtAccount.runId)
      .orderBy('position')
      .execute()
    expect(steps.slice(0, 2)).toEqual([
      { name: 'reserveNames', status: 'succeeded' },
      { name: 'createSubscription', status: 'skipped' },
    ])
    const left = await findLeftovers(builtAccount)
    expect(left).toMatchObject({ ...emptyResult, pullRequest: undefined })
    expect(left.subscriptions).not.toContain('Enabled')
    // A remaining job must not resume the run.
    const log = { info() {}, warn() {} }
    await continueRun(
      { ...app.context, databaseUrl: app.databaseUrl, workflows: {}, log },
      builtAccount.runId,
      new AbortController().signal,
    )
    expect((await runOf(builtAccount.runId)).status).toBe('cancelled')
  })

  it('removes a person from the group of a cancelled grant', async () => {
    const account = app.company.accounts.find(({ name }) => name === 'checkout-basket-dev')!
    const { group, body, approvalId } = await requestAccess(app, account)
    const fault = directoryDown(app, group.directory_group_id!)
    await decide(app, 'Daniel', approvalId)
    const run = await app.db.selectFrom('work_runs').select('id').where('subject_id', '=', body.id).executeTakeFirstOrThrow()
    await until(async () => (await runOf(run.id)).stuck_since !== null)
    expect((await cancel(run.id)).body.done).toBe(1)
    app.simulator.faults.remove(fault)
    await app.drain()
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
    expect((await grantOf(app, body.id))?.status).toBe('revoked')
    expect((await undoOf(run.id)).kind).toBe('revokeAccess')
    expect((await app.as(app.persona('Priya').id).get(`/account-access/access-requests/${body.id}`)).body.run).toMatchObject({
      status: 'cancelled',
      cancellation: { reason },
    })
  })

  it('removes a group that was being created', async () => {
    const response = await app.as(app.persona('Daniel').id).post(`/accounts/${accountOf(app, 0).id}/groups`, newGroup('not-wanted'))
    expect((await cancel(response.body.jobId)).body.done).toBe(1)
    await app.drain()
    expect((await groupRow(app, `az-${accountOf(app, 0).name}-not-wanted`)).status).toBe('deleted')
  })

  it('returns a result per run, and cancels the others when some are rejected', async () => {
    fails('arm', 'PUT', '/aliases/')
    const firstAccount = await approveAll(app, 'together-one', { connectivity: 'none' })
    const otherAccount = await approveAll(app, 'together-two', { connectivity: 'none' })
    await waitForRunEnd(firstAccount.runId, 'failed')
    await waitForRunEnd(otherAccount.runId, 'failed')
    app.simulator.faults.clear()
    const { body } = await cancel(firstAccount.runId, firstAccount.requestId, otherAccount.runId)
    expect(body).toMatchObject({
      done: 2,
      denied: 1,
      results: [{ outcome: 'done' }, { outcome: 'denied', reason: expect.any(String) }, { outcome: 'done' }],
    })
    const duplicate = await Promise.all([cancel(firstAccount.runId), cancel(firstAccount.runId)])
    expect(duplicate.map(({ body: { results } }) => results[0].outcome)).toEqual(['denied', 'denied'])
    await app.drain()
    expect([
      await statusOf('account_requests', firstAccount.requestId),
      await statusOf('account_requests', otherAccount.requestId),
    ]).toEqual(['cancelled', 'cancelled'])
  })

  roleSuite(
    'cancelRuns',
    () => app,
    () => ({ path: '/work/cancel', body: { runIds: [crypto.randomUUID()], reason } }),
  )

  it('rejects a missing or short reason, and too many runs', async () => {
    const runIds = [crypto.randomUUID()]
    expect(await niamh().post('/work/cancel', { runIds, reason: 'because' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reason' }] },
    })
    const manyIds = Array.from({ length: 101 }, () => crypto.randomUUID())
    expect((await niamh().post('/work/cancel', { runIds: manyIds, reason })).status).toBe(400)
  })

  it('rejects runs that can no longer be cancelled, with an alternative', async () => {
    const builtAccount = await approveAll(app, 'past-the-point', { connectivity: 'none' })
    await until(
      async () =>
        (
          await app.db
            .selectFrom('work_steps')
            .select('status')
            .where('run_id', '=', builtAccount.runId)
            .where('name', '=', 'recordInRepository')
            .executeTakeFirstOrThrow()
        ).status === 'succeeded',
    )
    expect((await cancel(builtAccount.runId)).body.results[0].reason).toBeOneOf([
      cancelVerdict({ kind: 'buildAccount', status: 'waiting', undoes: null }, [{ name: 'recordInRepository', status: 'succeeded' }]),
      cancelVerdict({ kind: 'buildAccount', status: 'succeeded', undoes: null }, []),
    ])
    expect((await runOf(builtAccount.runId)).status).not.toBe('cancelled')
    await waitForRunEnd(builtAccount.runId)
  })
})
