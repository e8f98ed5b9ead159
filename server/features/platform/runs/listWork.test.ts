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

describe('listWork', () => {
  it('shows failed and active runs with their steps, causes and actions', async () => {
    const moving = await approveAll(given.app, 'moving-account')
    const { status, body } = await as('Niamh').get('/work')
    expect(status).toBe(200)
    expect(body.map((run: { id: string; status: string }) => [run.id, run.status])).toEqual(
      expect.arrayContaining([
        [given.stuck.runId, 'failed'],
        [moving.runId, 'queued'],
      ]),
    )
    const stuck = body.find((run: { id: string }) => run.id === given.stuck.runId)
    expect(stuck).toMatchObject({
      kind: 'buildAccount',
      subjectKind: 'accountRequest',
      subjectId: given.stuck.requestId,
      about: {
        name: 'stuck-account',
        reference: expect.stringMatching(/^ACC-/),
        person: expect.any(String),
        accountId: given.stuck.accountId,
      },
      can: { retry: true, skip: true },
    })
    expect(stuck.steps[1]).toMatchObject({ name: 'createSubscription', status: 'failed', attempts: 3, error: 'Azure could not create it.' })
    const queued = body.find((run: { id: string }) => run.id === moving.runId)
    expect(queued.can.retry).toEqual(expect.any(String))
  })

  it('filters by status, including completed runs', async () => {
    await given.app.db
      .updateTable('work_runs')
      .set({ status: 'succeeded' })
      .where('id', '=', (await approveAll(given.app, 'done-account')).runId)
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
    'listWork',
    () => given.app,
    () => ({ path: '/work' }),
  )

  it('rejects an unknown status', async () => {
    expect(await as('Niamh').get('/work?status=lost')).toMatchObject({
      status: 400,
      body: { code: 'invalidRequest', errors: [{ field: 'status' }] },
    })
  })
})
