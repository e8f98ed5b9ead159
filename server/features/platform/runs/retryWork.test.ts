import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAll } from '../../../../test/approveAll.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'

let given: StuckRun
beforeAll(async () => {
  given = await startWithStuckRun()
})
afterAll(() => given.app.close())

const as = (givenName: string) => given.app.as(given.app.persona(givenName).id)
const retry = (...runIds: string[]) => as('Niamh').post('/work/retry', { runIds })
const runOf = (id: string) => given.app.db.selectFrom('work_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('retryWork', () => {
  it('retries each run at its failed step, with a result and an audit event for each', async () => {
    const other = await approveAll(given.app, 'stuck-too')
    await given.makeStuck(other)
    const moving = await approveAll(given.app, 'moving-account')
    const { status, body } = await retry(given.stuck.runId, moving.runId, other.runId)
    expect(status).toBe(200)
    expect(body).toEqual({
      done: 2,
      refused: 1,
      results: [
        { runId: given.stuck.runId, name: 'stuck-account', outcome: 'done' },
        {
          runId: moving.runId,
          name: null,
          outcome: 'refused',
          reason: 'This step is pending. You can retry or skip a step only if it has failed or is waiting. Nothing was changed.',
        },
        { runId: other.runId, name: 'stuck-too', outcome: 'done' },
      ],
    })
    for (const { runId } of [given.stuck, other])
      expect(await runOf(runId)).toMatchObject({ status: 'queued', stuck_since: null, cause_code: null })
    const events = await given.app.db
      .selectFrom('audit_events')
      .select(['outcome', 'subject_id'])
      .where('operation', '=', 'retryWork')
      .where('subject_kind', '<>', 'workList')
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { outcome: 'allowed', subject_id: given.stuck.requestId },
      { outcome: 'denied', subject_id: moving.runId },
      { outcome: 'allowed', subject_id: other.requestId },
    ])
  })

  it('retries each run once in concurrent calls', async () => {
    await given.makeStuck(given.stuck)
    const answers = await Promise.all([retry(given.stuck.runId), retry(given.stuck.runId)])
    expect(answers.map(({ body }) => body.done).sort()).toEqual([0, 1])
  })

  roleSuite(
    'retryWork',
    () => given.app,
    () => ({ path: '/work/retry', body: { runIds: [given.stuck.runId] } }),
  )

  it('rejects an empty list, duplicates, and too many runs', async () => {
    const one = given.stuck.runId
    for (const runIds of [[], [one, one], Array.from({ length: 101 }, () => crypto.randomUUID())])
      expect((await as('Niamh').post('/work/retry', { runIds })).status).toBe(400)
  })

  it('returns which runs are unknown', async () => {
    const { body } = await retry(crypto.randomUUID())
    expect(body).toMatchObject({ done: 0, refused: 1, results: [{ outcome: 'refused', reason: expect.any(String) }] })
  })
})
