import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { becauseOf } from '../../../db/ranBy.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'

let given: StuckRun
beforeAll(async () => {
  given = await startWithStuckRun()
})
beforeEach(() => given.makeStuck(given.stuck))
afterAll(() => given.app.close())

const path = (name = 'createSubscription') => `/work/${given.stuck.runId}/steps/${name}/retry`
const niamh = () => given.app.as(given.app.persona('Niamh').id)
const stepRow = () =>
  given.app.db
    .selectFrom('work_steps')
    .selectAll()
    .where('run_id', '=', given.stuck.runId)
    .where('name', '=', 'createSubscription')
    .executeTakeFirstOrThrow()
const accountStatus = async () =>
  (await given.app.db.selectFrom('accounts').select('status').where('id', '=', given.stuck.accountId).executeTakeFirstOrThrow()).status

describe('retryWorkStep', () => {
  it('resets the step, queues the run, sets the account under construction, and is audited', async () => {
    expect(await accountStatus()).toBe('failed')
    const { status, body } = await niamh().post(path())
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: given.stuck.runId, status: 'queued', can: { retry: expect.any(String) } })
    expect(await stepRow()).toMatchObject({
      status: 'pending',
      attempts: 0,
      started_at: null,
      ended_at: null,
      next_attempt_at: null,
      error: null,
    })
    expect(await accountStatus()).toBe('provisioning')
    const event = await given.app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'retryWorkStep')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      subject_id: given.stuck.requestId,
      before: { step: 'createSubscription', status: 'failed' },
      after: { step: 'createSubscription', status: 'pending' },
    })
  })

  it('appears in the run’s activity, with denied attempts and the run’s own events', async () => {
    const { app, stuck } = given
    expect((await app.as(app.persona('Priya').id).post(path())).status).toBe(403)
    const action = { action: 'accountFailed' as const, subject: { kind: 'account', id: stuck.accountId }, reason: 'Azure said no.' }
    await becauseOf(stuck.runId, () => recordSystemEvent(app.db, action))
    await recordSystemEvent(app.db, { ...action, action: 'accountProvisioned' })
    const answer = await niamh().get(`/audit/activity?kind=workRun&id=${stuck.runId}`)
    const shown = answer.body.items.filter(({ operation }: { operation: string }) => operation !== 'listActivity')
    expect(shown.map(({ operation, outcome }: (typeof shown)[0]) => [operation, outcome])).toEqual([
      ['accountFailed', 'allowed'],
      ['retryWorkStep', 'denied'],
      ['retryWorkStep', 'allowed'],
    ])
    expect((await app.as(app.persona('Priya').id).get(`/audit/activity?kind=workRun&id=${stuck.runId}`)).status).toBe(403)
  })

  it('retries a step that waits for its next attempt', async () => {
    await given.app.db.updateTable('work_runs').set({ status: 'waiting' }).where('id', '=', given.stuck.runId).execute()
    await given.app.db
      .updateTable('work_steps')
      .set({ status: 'waiting', next_attempt_at: new Date(Date.now() + 300_000) })
      .where('run_id', '=', given.stuck.runId)
      .where('position', '=', 1)
      .execute()
    expect((await niamh().post(path())).status).toBe(200)
    expect((await stepRow()).next_attempt_at).toBeNull()
  })

  it('counts once in concurrent calls', async () => {
    const answers = await Promise.all([niamh().post(path()), niamh().post(path())])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  roleSuite(
    'retryWorkStep',
    () => given.app,
    () => ({ path: path() }),
  )

  it('rejects a step that has not failed, and a run in progress', async () => {
    expect(await niamh().post(path('reserveNames'))).toMatchObject({
      status: 409,
      body: {
        code: 'wrongState',
        message: 'This step is succeeded. You can retry or skip a step only if it has failed or is waiting. Nothing was changed.',
      },
    })
    await given.app.db.updateTable('work_runs').set({ status: 'running' }).where('id', '=', given.stuck.runId).execute()
    expect((await niamh().post(path())).body.code).toBe('wrongState')
    expect((await stepRow()).status).toBe('failed')
  })

  it('returns 404 for an unknown run or step', async () => {
    expect((await niamh().post(path('paintItBlue'))).status).toBe(404)
    expect((await niamh().post(`/work/${given.stuck.requestId}/steps/createSubscription/retry`)).status).toBe(404)
  })

  it('rejects a deleted account; of a concurrent retry and deletion only one succeeds', async () => {
    const account = `/accounts/${given.stuck.accountId}`
    const [retried, deleted] = await Promise.all([niamh().post(path()), niamh().delete(account)])
    expect([retried.status, deleted.status].toSorted()).toEqual(retried.status === 200 ? [200, 409] : [204, 409])
    await given.app.db
      .updateTable('accounts')
      .set({ status: 'failed' })
      .where('id', '=', given.stuck.accountId)
      .where('status', '=', 'provisioning')
      .execute()
    await given.makeStuck(given.stuck)
    await niamh().delete(account)
    expect(await accountStatus()).toBe('deleted')
    expect(await niamh().post(path())).toMatchObject({
      status: 409,
      body: { code: 'wrongState' },
    })
    const run = await given.app.db.selectFrom('work_runs').select('status').where('id', '=', given.stuck.runId).executeTakeFirstOrThrow()
    expect([run.status, (await stepRow()).status]).toEqual(['failed', 'failed'])
    expect((await niamh().get('/work')).body.map(({ id }: { id: string }) => id)).not.toContain(given.stuck.runId)
  })
})
