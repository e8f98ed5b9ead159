import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAll } from '../../../../test/approveAll.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { updateRow } from '../../../db/rows.ts'
import { kindTitles } from '../../../runs/labels.ts'
import { freeNumbers, launch } from '../../services/edge/edge.fixture.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'

let stuckRun: StuckRun
beforeAll(async () => {
  stuckRun = await startWithStuckRun()
})
afterAll(() => stuckRun.app.close())

const as = (givenName: string) => stuckRun.app.as(stuckRun.app.persona(givenName).id)

describe('getRunsOverview', () => {
  it('shows failed runs and causes by kind and step, and lists the runs that can be retried together', async () => {
    const otherAccount = await approveAll(stuckRun.app, 'stuck-too')
    await stuckRun.makeStuck(otherAccount)
    await stuckRun.app.db
      .updateTable('work_runs')
      .set({ stuck_since: new Date(Date.now() - 3_600_000) })
      .where('id', '=', otherAccount.runId)
      .execute()
    await approveAll(stuckRun.app, 'moving-account')
    const { status, body } = await as('Grace').get('/work/overview')
    expect(status).toBe(200)
    expect(body).toMatchObject({ stuck: 2, retrying: 0, moving: 1, can: { act: expect.any(String) } })
    expect(body.lanes).toHaveLength(1)
    expect(body.lanes[0]).toMatchObject({ kind: 'buildAccount', title: kindTitles.buildAccount, stuck: 2, moving: 1 })
    expect(body.lanes[0].steps).toHaveLength(11)
    expect(body.lanes[0].steps.slice(0, 2)).toEqual([
      { name: 'reserveNames', title: expect.any(String), moving: 1, waiting: 0, retrying: 0, stuck: 0 },
      { name: 'createSubscription', title: expect.any(String), moving: 0, waiting: 0, retrying: 0, stuck: 2 },
    ])
    expect(body.causes).toEqual([
      {
        service: 'Azure',
        code: 'subscriptionFailed',
        message: 'Azure could not create it.',
        count: 2,
        failed: 2,
        since: body.stuckWork.oldestSince,
        kinds: [{ kind: 'buildAccount', title: kindTitles.buildAccount, count: 2 }],
        runIds: [otherAccount.runId, stuckRun.stuckAccount.runId],
      },
    ])
  })

  it('counts a run that waits without an error as waiting, not as in progress', async () => {
    const account = await approveAll(stuckRun.app, 'waiting-account')
    const before = (await as('Grace').get('/work/overview')).body
    await stuckRun.app.db.updateTable('work_runs').set({ status: 'waiting' }).where('id', '=', account.runId).execute()
    const { body } = await as('Grace').get('/work/overview')
    expect(body).toMatchObject({ moving: before.moving - 1, waiting: before.waiting + 1, stuck: before.stuck })
    expect(body.lanes[0]).toMatchObject({ moving: before.lanes[0].moving - 1, waiting: before.lanes[0].waiting + 1 })
  })

  it('doesn’t count the failed wave of a cancelled rollout', async () => {
    const { app } = stuckRun
    const id = await launch(app, 'Cancelled tills', freeNumbers(app, 2, 20))
    const failWave = app.db.updateTable('work_runs').set({ status: 'failed', stuck_since: new Date() })
    await failWave.where('kind', '=', 'buildWave').where('name', 'like', 'Cancelled tills%').execute()
    const failedRuns = async () => (await as('Niamh').get('/work/overview')).body.stuck
    const before = await failedRuns()
    await app.db.updateTable('edge_rollout_stores').set({ status: 'skipped', reason: 'Cancelled.' }).where('rollout_id', '=', id).execute()
    await app.db.updateTable('edge_waves').set({ status: 'cancelled' }).where('rollout_id', '=', id).execute()
    await updateRow(app.db, 'edge_rollouts', id, { status: 'cancelled' })
    expect(await failedRuns()).toBe(before - 1)
  })

  roleSuite(
    'getRunsOverview',
    () => stuckRun.app,
    () => ({ path: '/work/overview' }),
  )

  it('rejects unknown parameters', async () => {
    expect((await as('Niamh').get('/work/overview?kind=x')).status).toBe(400)
  })
})
