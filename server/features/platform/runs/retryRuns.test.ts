import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAll } from '../../../../test/approveAll.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { notStuck } from '../../../runs/requeueRun.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'

let stuckRun: StuckRun
beforeAll(async () => {
  stuckRun = await startWithStuckRun()
})
afterAll(() => stuckRun.app.close())

const as = (givenName: string) => stuckRun.app.as(stuckRun.app.persona(givenName).id)
const retry = (...runIds: string[]) => as('Niamh').post('/work/retry', { runIds })
const runOf = (id: string) => stuckRun.app.db.selectFrom('work_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('retryRuns', () => {
  it('retries each run at its failed step, with a result and an audit event for each', async () => {
    const otherAccount = await approveAll(stuckRun.app, 'stuck-too')
    await stuckRun.makeStuck(otherAccount)
    const movingAccount = await approveAll(stuckRun.app, 'moving-account')
    const { status, body } = await retry(stuckRun.stuckAccount.runId, movingAccount.runId, otherAccount.runId)
    expect(status).toBe(200)
    expect(body).toEqual({
      done: 2,
      denied: 1,
      results: [
        { runId: stuckRun.stuckAccount.runId, name: 'stuck-account', outcome: 'done' },
        {
          runId: movingAccount.runId,
          name: null,
          outcome: 'denied',
          reason: notStuck('pending'),
        },
        { runId: otherAccount.runId, name: 'stuck-too', outcome: 'done' },
      ],
    })
    for (const { runId } of [stuckRun.stuckAccount, otherAccount])
      expect(await runOf(runId)).toMatchObject({ status: 'queued', stuck_since: null, cause_code: null })
    const events = await stuckRun.app.db
      .selectFrom('audit_events')
      .select(['outcome', 'subject_kind', 'subject_id'])
      .where('operation', '=', 'retryRuns')
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { outcome: 'allowed', subject_kind: 'accountRequest', subject_id: stuckRun.stuckAccount.requestId },
      { outcome: 'denied', subject_kind: 'workRun', subject_id: movingAccount.runId },
      { outcome: 'allowed', subject_kind: 'accountRequest', subject_id: otherAccount.requestId },
    ])
  })

  it('retries each run once in concurrent calls', async () => {
    await stuckRun.makeStuck(stuckRun.stuckAccount)
    const responses = await Promise.all([retry(stuckRun.stuckAccount.runId), retry(stuckRun.stuckAccount.runId)])
    expect(responses.map(({ body }) => body.done).sort()).toEqual([0, 1])
  })

  roleSuite(
    'retryRuns',
    () => stuckRun.app,
    () => ({ path: '/work/retry', body: { runIds: [stuckRun.stuckAccount.runId] } }),
  )

  it('rejects an empty list, duplicates, and too many runs', async () => {
    const runId = stuckRun.stuckAccount.runId
    for (const runIds of [[], [runId, runId], Array.from({ length: 101 }, () => crypto.randomUUID())])
      expect((await as('Niamh').post('/work/retry', { runIds })).status).toBe(400)
  })

  it('returns a reason for each unknown run', async () => {
    const { body } = await retry(crypto.randomUUID())
    expect(body).toMatchObject({ done: 0, denied: 1, results: [{ outcome: 'denied', reason: expect.any(String) }] })
  })
})
