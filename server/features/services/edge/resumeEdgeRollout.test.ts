import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { administrator, endWave, freeNumbers, launch, setStores, storeRows } from './edge.fixture.ts'

let app: TestApp | undefined
let numbers: string[]
let id: string
let round = 0
/** Creates a rollout of six stores that is halted in its first wave of three, with one store ready, one failed and one not started. */
beforeEach(async () => {
  app ??= await startTestApp({ runJobs: false })
  numbers = freeNumbers(app, 6, 10 * round++)
  id = await launch(app, `Tills ${round}`, numbers, { waveSize: 3 })
  await setStores(app, id, numbers.slice(0, 1), 'ready')
  await setStores(app, id, numbers.slice(1, 2), 'failed')
  await app.db
    .updateTable('accounts')
    .set({ status: 'failed' })
    .where('id', '=', (await storeRows(app, id))[1]!.account_id)
    .execute()
  await endWave(app, id, 'halted')
})
afterAll(() => app?.close())

const resume = (body: object) => administrator(app!).post(`/edge/rollouts/${id}/resume`, body)
const states = async () => (await storeRows(app!, id)).map(({ status }) => status)
const runs = async () => (await app!.db.selectFrom('work_runs').select(['id', 'status']).where('kind', '=', 'buildWave').execute()).length

/** Makes the first wave fail at one of its steps. @returns the run's ID */
async function stopWave(): Promise<string> {
  const { work_id } = await app!.db
    .updateTable('edge_waves')
    .set({ status: 'halted' })
    .where('rollout_id', '=', id)
    .where('number', '=', 1)
    .returning('work_id')
    .executeTakeFirstOrThrow()
  await app!.db
    .updateTable('edge_rollouts')
    .set({ status: 'halted', halt_reason: 'Its pull request failed.' })
    .where('id', '=', id)
    .execute()
  const run = await app!.db
    .updateTable('work_runs')
    .set({ status: 'failed' })
    .where('subject_id', '=', work_id)
    .returning('id')
    .executeTakeFirstOrThrow()
  await app!.db.updateTable('work_steps').set({ status: 'failed' }).where('run_id', '=', run.id).where('name', '=', 'recordWave').execute()
  return run.id
}
const stepOf = async (run: string) =>
  (await app!.db.selectFrom('work_steps').select('status').where('run_id', '=', run).where('name', '=', 'recordWave').executeTakeFirst())
    ?.status

describe('resumeEdgeRollout', () => {
  it('retries failed stores in the next wave, in a separate run', async () => {
    const runsBefore = await runs()
    expect(await resume({ failed: 'retry' })).toMatchObject({ status: 200, body: { status: 'running', halted: null, currentWave: 1 } })
    expect(await states()).toEqual(['ready', 'queued', 'queued', 'planned', 'planned', 'planned'])
    expect(await runs()).toBe(runsBefore + 1)
    const account = await app!.db
      .selectFrom('accounts')
      .select('status')
      .where('id', '=', (await storeRows(app!, id))[1]!.account_id)
      .executeTakeFirst()
    expect(account?.status).toBe('provisioning')
  })

  it('skips failed stores with a reason', async () => {
    const reason = 'The stores are being refitted.'
    expect((await resume({ failed: 'skip', reason })).status).toBe(200)
    expect(await states()).toEqual(['ready', 'skipped', 'queued', 'planned', 'planned', 'planned'])
    expect((await storeRows(app!, id))[1]!.reason).toBe(reason)
  })

  it('resumes the rollout once for concurrent calls', async () => {
    const runsBefore = await runs()
    const responses = await Promise.all([resume({ failed: 'retry' }), resume({ failed: 'retry' })])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await runs()).toBe(runsBefore + 1)
  })

  it('adds one more wave for failed stores when all waves are done', async () => {
    await setStores(app!, id, [numbers[2]!, ...numbers.slice(3)], 'ready')
    await endWave(app!, id, 'built')
    await app!.db.updateTable('edge_waves').set({ status: 'done' }).where('rollout_id', '=', id).execute()
    const { body } = await resume({ failed: 'retry' })
    expect(body.waves).toMatchObject([
      { status: 'done' },
      { status: 'done' },
      { number: 3, status: 'running', counts: { total: 1, queued: 1 } },
    ])
  })

  it('continues a wave that stopped as a whole without repeating calls, even after a retry of its step', async () => {
    const run = await stopWave()
    const runsBefore = await runs()
    expect(await resume({ failed: 'retry' })).toMatchObject({
      status: 200,
      body: { status: 'running', waves: [{ status: 'running', attempt: 1 }, {}, {}] },
    })
    expect(await runs()).toBe(runsBefore)
    expect(await stepOf(run)).toBe('pending')
    await stopWave()
    expect((await administrator(app!).post(`/work/${run}/steps/recordWave/retry`)).status).toBe(200)
    expect((await administrator(app!).get(`/edge/rollouts/${id}`)).body).toMatchObject({
      status: 'running',
      halted: null,
      waves: [{ status: 'running' }, {}, {}],
    })
  })

  it('does not set up an account that was deleted in the meantime', async () => {
    const { account_id } = (await storeRows(app!, id))[1]!
    await app!.db.updateTable('accounts').set({ status: 'deleted' }).where('id', '=', account_id).execute()
    await app!.db.updateTable('address_ranges').set({ account_id: null, allocated_at: null }).where('account_id', '=', account_id).execute()
    await resume({ failed: 'retry' })
    expect((await storeRows(app!, id))[1]).toMatchObject({ status: 'skipped', reason: 'The store’s account was deleted in the meantime.' })
  })

  roleSuite(
    'resumeEdgeRollout',
    () => app!,
    () => ({ path: `/edge/rollouts/${id}/resume`, body: { failed: 'retry' } }),
  )

  it('rejects an active rollout, a rollout whose wave is finishing, and skipping without a reason', async () => {
    expect((await resume({ failed: 'skip' })).body.errors).toEqual([{ field: 'reason', message: 'is required' }])
    await app!.db.updateTable('edge_waves').set({ status: 'running' }).where('rollout_id', '=', id).where('number', '=', 1).execute()
    expect((await resume({ failed: 'retry' })).body.message).toContain('still finishing')
    await app!.db.updateTable('edge_rollouts').set({ status: 'running', halt_reason: null }).where('id', '=', id).execute()
    expect(await resume({ failed: 'retry' })).toMatchObject({
      status: 409,
      body: { code: 'wrongState' },
    })
  })
})
