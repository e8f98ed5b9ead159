import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAll } from '../../../../test/approveAll.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'

let stuckRun: StuckRun
beforeAll(async () => {
  stuckRun = await startWithStuckRun()
})
afterAll(() => stuckRun.app.close())

const as = (givenName: string) => stuckRun.app.as(stuckRun.app.persona(givenName).id)

describe('listRuns', () => {
  it('shows failed and active runs with their steps, causes and actions', async () => {
    const movingAccount = await approveAll(stuckRun.app, 'moving-account')
    const { status, body } = await as('Niamh').get('/work')
    expect(status).toBe(200)
    expect(body.map((run: { id: string; status: string }) => [run.id, run.status])).toEqual(
      expect.arrayContaining([
        [stuckRun.stuckAccount.runId, 'failed'],
        [movingAccount.runId, 'queued'],
      ]),
    )
    const listedRun = body.find((run: { id: string }) => run.id === stuckRun.stuckAccount.runId)
    expect(listedRun).toMatchObject({
      kind: 'buildAccount',
      subjectKind: 'accountRequest',
      subjectId: stuckRun.stuckAccount.requestId,
      about: {
        name: 'stuck-account',
        reference: expect.stringMatching(/^ACC-/),
        person: expect.any(String),
        accountId: stuckRun.stuckAccount.accountId,
      },
      can: { retry: true, skip: true },
    })
    expect(listedRun.steps[1]).toMatchObject({
      name: 'createSubscription',
      status: 'failed',
      attempts: 3,
      error: 'Azure could not create it.',
    })
    const queuedRun = body.find((run: { id: string }) => run.id === movingAccount.runId)
    expect(queuedRun.can.retry).toEqual(expect.any(String))
  })

  it('filters by status, including completed runs', async () => {
    await stuckRun.app.db
      .updateTable('work_runs')
      .set({ status: 'succeeded' })
      .where('id', '=', (await approveAll(stuckRun.app, 'done-account')).runId)
      .execute()
    const statuses = async (query: string) => (await as('Niamh').get(`/work${query}`)).body.map((run: { status: string }) => run.status)
    expect(new Set(await statuses('?status=failed'))).toEqual(new Set(['failed']))
    expect(await statuses('?status=succeeded')).toEqual(['succeeded'])
    expect(await statuses('')).not.toContain('succeeded')
  })

  it('shows runs to auditors, with the reason why they can’t change them', async () => {
    const { status, body } = await as('Grace').get('/work?status=failed')
    expect(status).toBe(200)
    expect(body[0].can.skip).toEqual(expect.any(String))
  })

  roleSuite(
    'listRuns',
    () => stuckRun.app,
    () => ({ path: '/work' }),
  )

  it('rejects an unknown status', async () => {
    expect(await as('Niamh').get('/work?status=lost')).toMatchObject({
      status: 400,
      body: { code: 'invalidRequest', errors: [{ field: 'status' }] },
    })
  })
})
