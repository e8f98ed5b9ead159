import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { withCause } from '../../../db/executionContext.ts'
import { notStuck } from '../../../runs/requeueRun.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'

let stuckRun: StuckRun
beforeAll(async () => {
  stuckRun = await startWithStuckRun()
})
beforeEach(() => stuckRun.makeStuck(stuckRun.stuckAccount))
afterAll(() => stuckRun.app.close())

const path = (name = 'createSubscription') => `/work/${stuckRun.stuckAccount.runId}/steps/${name}/retry`
const niamh = () => stuckRun.app.as(stuckRun.app.persona('Niamh').id)
const stepRow = () =>
  stuckRun.app.db
    .selectFrom('work_steps')
    .selectAll()
    .where('run_id', '=', stuckRun.stuckAccount.runId)
    .where('name', '=', 'createSubscription')
    .executeTakeFirstOrThrow()
const accountStatus = async () =>
  (
    await stuckRun.app.db
      .selectFrom('accounts')
      .select('status')
      .where('id', '=', stuckRun.stuckAccount.accountId)
      .executeTakeFirstOrThrow()
  ).status

describe('retryStep', () => {
  it('resets the step, queues the run, sets the account to provisioning, and is audited', async () => {
    expect(await accountStatus()).toBe('failed')
    const { status, body } = await niamh().post(path())
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: stuckRun.stuckAccount.runId, status: 'queued', can: { retry: expect.any(String) } })
    expect(await stepRow()).toMatchObject({
      status: 'pending',
      attempts: 0,
      started_at: null,
      ended_at: null,
      next_attempt_at: null,
      error: null,
    })
    expect(await accountStatus()).toBe('provisioning')
    const event = await stuckRun.app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'retryStep')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      subject_id: stuckRun.stuckAccount.requestId,
      before: { step: 'createSubscription', status: 'failed' },
      after: { step: 'createSubscription', status: 'pending' },
    })
  })

  it('is shown in the run’s activity, with denied attempts and the run’s own events', async () => {
    const { app, stuckAccount } = stuckRun
    expect((await app.as(app.persona('Priya').id).post(path())).status).toBe(403)
    const action = { action: 'accountFailed' as const, subject: { kind: 'account', id: stuckAccount.accountId }, reason: 'Azure said no.' }
    await withCause(stuckAccount.runId, () => recordSystemEvent(app.db, action))
    await recordSystemEvent(app.db, { ...action, action: 'accountProvisioned' })
    const response = await niamh().get(`/audit/activity?kind=workRun&id=${stuckAccount.runId}`)
    const visible = response.body.items.filter(({ operation }: { operation: string }) => operation !== 'listActivity')
    expect(visible.map(({ operation, outcome }: (typeof visible)[0]) => [operation, outcome])).toEqual([
      ['accountFailed', 'allowed'],
      ['retryStep', 'denied'],
      ['retryStep', 'allowed'],
    ])
    expect((await app.as(app.persona('Priya').id).get(`/audit/activity?kind=workRun&id=${stuckAccount.runId}`)).status).toBe(403)
  })

  it('retries a step that waits for its next attempt', async () => {
    await stuckRun.app.db.updateTable('work_runs').set({ status: 'waiting' }).where('id', '=', stuckRun.stuckAccount.runId).execute()
    await stuckRun.app.db
      .updateTable('work_steps')
      .set({ status: 'waiting', next_attempt_at: new Date(Date.now() + 300_000) })
      .where('run_id', '=', stuckRun.stuckAccount.runId)
      .where('position', '=', 1)
      .execute()
    expect((await niamh().post(path())).status).toBe(200)
    expect((await stepRow()).next_attempt_at).toBeNull()
  })

  it('retries the step once for concurrent calls', async () => {
    const responses = await Promise.all([niamh().post(path()), niamh().post(path())])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
  })

  roleSuite(
    'retryStep',
    () => stuckRun.app,
    () => ({ path: path() }),
  )

  it('rejects a step that has not failed, and a run in progress', async () => {
    expect(await niamh().post(path('reserveNames'))).toMatchObject({
      status: 409,
      body: {
        code: 'wrongState',
        message: notStuck('succeeded'),
      },
    })
    await stuckRun.app.db.updateTable('work_runs').set({ status: 'running' }).where('id', '=', stuckRun.stuckAccount.runId).execute()
    expect((await niamh().post(path())).body.code).toBe('wrongState')
    expect((await stepRow()).status).toBe('failed')
  })

  it('returns 404 for an unknown run or step', async () => {
    expect((await niamh().post(path('paintItBlue'))).status).toBe(404)
    expect((await niamh().post(`/work/${stuckRun.stuckAccount.requestId}/steps/createSubscription/retry`)).status).toBe(404)
  })

  it('rejects a deleted account, and lets either a retry or a concurrent deletion succeed', async () => {
    const account = `/accounts/${stuckRun.stuckAccount.accountId}`
    const [retriedResponse, deletedResponse] = await Promise.all([niamh().post(path()), niamh().delete(account)])
    expect([retriedResponse.status, deletedResponse.status].toSorted()).toEqual(retriedResponse.status === 200 ? [200, 409] : [204, 409])
    await stuckRun.app.db
      .updateTable('accounts')
      .set({ status: 'failed' })
      .where('id', '=', stuckRun.stuckAccount.accountId)
      .where('status', '=', 'provisioning')
      .execute()
    await stuckRun.makeStuck(stuckRun.stuckAccount)
    await niamh().delete(account)
    expect(await accountStatus()).toBe('deleted')
    expect(await niamh().post(path())).toMatchObject({
      status: 409,
      body: { code: 'wrongState' },
    })
    const run = await stuckRun.app.db
      .selectFrom('work_runs')
      .select('status')
      .where('id', '=', stuckRun.stuckAccount.runId)
      .executeTakeFirstOrThrow()
    expect([run.status, (await stepRow()).status]).toEqual(['failed', 'failed'])
    expect((await niamh().get('/work')).body.map(({ id }: { id: string }) => id)).not.toContain(stuckRun.stuckAccount.runId)
  })
})
