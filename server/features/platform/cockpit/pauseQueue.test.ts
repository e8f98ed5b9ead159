import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { approveAll } from '../../../../test/approveAll.ts'
import { gate } from '../../../../test/gate.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  app.simulator.asyncDelayMs = 0
})
beforeEach(() => app.db.deleteFrom('queue_pauses').execute())
afterAll(() => app.close())

const reason = 'The cloud team moves the hub tonight.'
const niamh = () => app.as(app.persona('Niamh').id)
const pause = (name: string, body: unknown = { reason }) => niamh().post(`/cockpit/queues/${name}/pause`, body)
const queueOf = async (name: string) =>
  (await niamh().get('/cockpit/queues')).body.queues.find((each: { name: string }) => each.name === name)
const loadPausedStep = async (runId: string) =>
  (
    await sql`select from pgboss.job where name = 'work' and state = 'created' and singleton_key = 'aside' and data ->> 'runId' = ${runId}`.execute(
      app.db,
    )
  ).rows.length
const stepsOf = (runId: string) =>
  app.db.selectFrom('work_steps').select(['name', 'status']).where('run_id', '=', runId).orderBy('position').execute()

describe('pauseQueue', () => {
  it('keeps each new job once, starts none, and shows the person and the reason on every page', async () => {
    expect(await pause('work')).toMatchObject({ status: 200, body: { queue: 'work', title: 'Runs', by: 'Niamh Brennan', reason } })
    const { runId } = await approveAll(app, 'not-begun', { connectivity: 'none' })
    await until(async () => (await loadPausedStep(runId)) === 1)
    const { waiting, later } = await queueOf('work')
    for (let n = 0; n < 3; n++) await app.jobs.send(app.db, 'work', { runId })
    await until(
      async () =>
        (
          await sql`select from pgboss.job where name = 'work' and (state = 'active' or start_after <= now() and state = 'created')`.execute(
            app.db,
          )
        ).rows.length === 0,
    )
    expect(await loadPausedStep(runId)).toBe(1)
    expect((await stepsOf(runId)).every(({ status }) => status === 'pending')).toBe(true)

    expect(await queueOf('work')).toMatchObject({
      paused: { by: 'Niamh Brennan', reason },
      waiting,
      later,
      oldestWaitingSince: expect.any(String),
    })
    expect(waiting).toBeGreaterThan(0)
    const { body } = await app.as(app.persona('Grace').id).get('/work/overview')
    expect(body.pauses).toMatchObject([{ queue: 'work', by: 'Niamh Brennan', reason, whilePaused: expect.stringContaining('Approved') }])
    const event = await app.db.selectFrom('audit_events').selectAll().where('operation', '=', 'pauseQueue').executeTakeFirstOrThrow()
    expect(event).toMatchObject({ subject_kind: 'queue', outcome: 'allowed', before: { paused: false }, after: { paused: true, reason } })
  })

  it('stops a running job at its next checkpoint', async () => {
    const readGate = gate(app.simulator, { service: 'arm', method: 'GET', path: '/subscriptions/[0-9a-f-]{36}\\?' })
    const { runId } = await approveAll(app, 'stopped-amid', { connectivity: 'none' })
    await readGate.reached
    await pause('work')
    readGate.open()
    await until(async () => (await loadPausedStep(runId)) === 1)
    const position = (await stepsOf(runId)).filter(({ status }) => status === 'succeeded').length
    expect(position).toBeLessThan(4)
    expect((await app.db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()).status).toBe('waiting')
    await niamh().post('/cockpit/queues/work/resume')
    await until(async () => (await stepsOf(runId)).filter(({ status }) => status === 'succeeded').length > position)
  })

  it('denies a session without a recent step-up sign-in, and doesn’t pause the queue', async () => {
    const weakCaller = app.as(app.persona('Niamh').id, ['Slipway.Admin'], { strong: false })
    expect(await weakCaller.post('/cockpit/queues/schedules/pause', { reason })).toMatchObject({
      status: 401,
      body: { code: 'stepUpNeeded' },
    })
    expect(await app.db.selectFrom('queue_pauses').selectAll().execute()).toEqual([])
  })
  roleSuite(
    'pauseQueue',
    () => app,
    () => ({ path: '/cockpit/queues/nothing/pause', body: { reason } }),
  )

  it('rejects a paused queue, an unknown one, and a missing reason', async () => {
    expect((await pause('verifyAudit')).status).toBe(200)
    expect(await pause('verifyAudit')).toMatchObject({
      status: 409,
      body: { code: 'wrongState' },
    })
    expect((await pause('toString')).status).toBe(404)
    expect((await pause('checkHealth', { reason: 'why' })).status).toBe(400)
  })
})
