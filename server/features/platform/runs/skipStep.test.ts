import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'

let stuckRun: StuckRun
beforeAll(async () => {
  stuckRun = await startWithStuckRun()
})
beforeEach(() => stuckRun.makeStuck(stuckRun.stuckAccount))
afterAll(() => stuckRun.app.close())

const reason = 'Made by hand in the portal.'
const path = (name = 'createSubscription') => `/work/${stuckRun.stuckAccount.runId}/steps/${name}/skip`
const niamh = () => stuckRun.app.as(stuckRun.app.persona('Niamh').id)
const stepRow = () =>
  stuckRun.app.db
    .selectFrom('work_steps')
    .selectAll()
    .where('run_id', '=', stuckRun.stuckAccount.runId)
    .where('name', '=', 'createSubscription')
    .executeTakeFirstOrThrow()

describe('skipStep', () => {
  it('skips the step, records the person and the reason, and continues the run', async () => {
    const { status, body } = await niamh().post(path(), { reason })
    expect(status).toBe(200)
    expect(body.status).toBe('queued')
    expect(body.steps[1]).toMatchObject({ status: 'skipped', skipReason: reason })
    expect(await stepRow()).toMatchObject({ status: 'skipped', skipped_by: stuckRun.app.persona('Niamh').id, skip_reason: reason })
    const event = await stuckRun.app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'skipStep')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      subject_id: stuckRun.stuckAccount.requestId,
      after: { step: 'createSubscription', status: 'skipped', reason },
    })
  })

  roleSuite(
    'skipStep',
    () => stuckRun.app,
    () => ({ path: path(), body: { reason } }),
  )

  it('rejects a missing or short reason', async () => {
    for (const body of [{}, { reason: 'because' }])
      expect(await niamh().post(path(), body)).toMatchObject({ status: 400, body: { errors: [{ field: 'reason' }] } })
    expect((await stepRow()).status).toBe('failed')
  })

  it('rejects a completed step, and returns 404 for an unknown one', async () => {
    expect((await niamh().post(path('reserveNames'), { reason })).body.code).toBe('wrongState')
    expect((await niamh().post(path('paintItBlue'), { reason })).status).toBe(404)
  })
})
