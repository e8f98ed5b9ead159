import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAll } from '../../../../test/approveAll.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { updateRow } from '../../../db/rows.ts'
import { kindTitles } from '../../../runs/labels.ts'
import { makeSandbox } from '../../sandboxes/sandboxes/sandboxes.fixture.ts'
import { endWave, freeNumbers, launch, setStores } from '../../services/edge/edge.fixture.ts'
import type { StuckItem } from './stuck/schemas.ts'
import { type StuckRun, startWithStuckRun } from './stuckRun.fixture.ts'
import { makeFailedSandbox, openPullRequest } from './stuckWork.fixture.ts'

let fixture: StuckRun
beforeAll(async () => {
  fixture = await startWithStuckRun()
})
afterAll(() => fixture.app.close())

const minute = 60_000
const ago = (ms: number) => new Date(Date.now() - ms)
const as = (givenName: string) => fixture.app.as(fixture.app.persona(givenName).id)
const list = async (query = ''): Promise<{ items: StuckItem[]; total: number }> => (await as('Niamh').get(`/work/stuck?${query}`)).body
const named = async (name: string) => (await list('size=200')).items.filter((item) => item.name === name)
const stateOf = async (name: string) => (await named(name)).map(({ kind, state }) => `${kind} ${state}`)

describe('listStuckWork', () => {
  it('shows a failed run with its step, cause, correlation ID and waiting people until a retry', async () => {
    const { runId, requestId, reference, accountId } = fixture.stuckAccount
    expect(await named('stuck-account')).toEqual([
      {
        id: runId,
        kind: 'run',
        state: 'failed',
        name: 'stuck-account',
        title: kindTitles.buildAccount,
        reference,
        subject: { kind: 'accountRequest', id: requestId },
        accountId,
        url: null,
        step: expect.any(String),
        cause: { service: 'Azure', code: 'subscriptionFailed', message: 'Azure could not create it.' },
        correlationId: 'b1f0',
        since: expect.any(String),
        waiting: { person: expect.objectContaining({ id: fixture.app.persona('Priya').id }), people: expect.any(Number) },
        runId,
        version: null,
        retry: 'retryRuns',
        can: { retry: true },
      },
    ])
    const owners = await fixture.app.db.selectFrom('account_owners').select('person_id').where('account_id', '=', accountId).execute()
    const people = new Set([fixture.app.persona('Priya').id, ...owners.map(({ person_id }) => person_id)])
    expect((await named('stuck-account'))[0]!.waiting.people).toBe(people.size)
    expect((await as('Niamh').post('/work/retry', { runIds: [runId] })).body).toMatchObject({ done: 1 })
    expect(await named('stuck-account')).toEqual([])
    await fixture.makeStuck(fixture.stuckAccount)
  })

  it('shows a run without progress or planned attempt as stalled, with the pause of its queue', async () => {
    const { app } = fixture
    const { runId } = await approveAll(app, 'stalled-account')
    await updateRow(app.db, 'work_runs', runId, { updated_at: ago(14 * minute) })
    expect(await stateOf('stalled-account')).toEqual([])
    await updateRow(app.db, 'work_runs', runId, { updated_at: ago(16 * minute) })
    expect(await named('stalled-account')).toMatchObject([{ kind: 'run', state: 'stalled', can: { retry: expect.any(String) } }])
    const pause = { queue: 'work', reason: 'The region is down.', paused_by: app.persona('Niamh').id, paused_at: new Date() }
    await app.db.insertInto('queue_pauses').values(pause).execute()
    expect((await named('stalled-account'))[0]!.cause.message).toContain(pause.reason)
    await app.db.deleteFrom('queue_pauses').execute()
    await app.db
      .updateTable('work_steps')
      .set({ status: 'waiting', next_attempt_at: ago(-minute) })
      .where('run_id', '=', runId)
      .where('position', '=', 0)
      .execute()
    expect(await stateOf('stalled-account')).toEqual([])
  })

  it('shows a blocked or overdue pull request instead of its run, with its most serious reason', async () => {
    const { app } = fixture
    const account = await approveAll(app, 'account-of-pull-request')
    await fixture.makeStuck(account)
    await openPullRequest(app, account.runId, 71)
    const change = (set: object) => app.db.updateTable('pull_requests').set(set).where('number', '=', 71).execute()
    const name = 'Account of pull request 71'
    expect([await stateOf(name), await stateOf('account-of-pull-request')]).toEqual([[], ['run failed']])
    await change({ checks_state: 'failure' })
    expect([await stateOf(name), await stateOf('account-of-pull-request')]).toEqual([['pullRequest checksFailed'], []])
    await change({ conflicts: true })
    expect(await stateOf(name)).toEqual(['pullRequest conflicts'])
    await change({ state: 'closed' })
    expect(await stateOf(name)).toEqual(['pullRequest closed'])
    await change({ state: 'open', conflicts: false, checks_state: 'success', opened_at: ago(8 * 24 * 60 * minute) })
    expect(await named(name)).toMatchObject([
      {
        state: 'overdue',
        title: 'Pull request #71',
        url: 'https://git.example/pull/71',
        reference: account.reference,
        subject: { kind: 'accountRequest', id: account.requestId },
        runId: account.runId,
        retry: 'retryRuns',
        can: { retry: true },
      },
    ])
    await change({ state: 'merged' })
    expect([await stateOf(name), await stateOf('account-of-pull-request')]).toEqual([[], ['run failed']])
  })

  it('shows a failed sandbox once, retries its run, and explains why a sandbox without a run can’t be retried', async () => {
    const { app } = fixture
    const [priya, tomasz] = [app.persona('Priya').id, app.persona('Tomasz').id]
    const { id, runId } = await makeFailedSandbox(app, 'failed-lab', [priya, tomasz])
    expect(await named('failed-lab')).toMatchObject([
      {
        id,
        kind: 'sandbox',
        state: 'failed',
        subject: { kind: 'sandbox', id },
        step: expect.any(String),
        cause: { service: 'Azure', message: 'The quota is used up.' },
        correlationId: 'c2a1',
        waiting: { person: { id: priya }, people: 2 },
        runId,
        can: { retry: true },
      },
    ])
    expect((await as('Niamh').post('/work/retry', { runIds: [runId] })).body).toMatchObject({ done: 1 })
    expect(await named('failed-lab')).toEqual([])
    await makeSandbox(app.db, { name: 'left-over-lab', owners: [priya], status: 'quarantined' })
    expect(await named('left-over-lab')).toMatchObject([
      { kind: 'sandbox', state: 'quarantined', waiting: { person: null, people: 0 }, runId: null, can: { retry: expect.any(String) } },
    ])
  })

  it('lists the people in the queue as waiting for the capacity of a quarantined sandbox', async () => {
    const { app } = fixture
    const [priya, tomasz] = [app.persona('Priya').id, app.persona('Tomasz').id]
    const hosting = { hosting: 'subscription' as const }
    await makeSandbox(app.db, { name: 'quarantined-pool', owners: [priya], status: 'quarantined', ...hosting })
    await makeSandbox(app.db, { name: 'queued-pool', owners: [tomasz], status: 'queued', ...hosting })
    expect(await named('quarantined-pool')).toMatchObject([{ waiting: { person: { id: tomasz }, people: 1 } }])
  })

  it('shows a halted rollout and a rollout with failed stores, both of which can be resumed', async () => {
    const { app } = fixture
    const halted = await launch(app, 'Halted tills', freeNumbers(app, 1))
    await endWave(app, halted, 'halted')
    const [item] = await named('Halted tills')
    expect(item).toMatchObject({
      id: halted,
      kind: 'rollout',
      state: 'halted',
      cause: { message: '3 stores of wave 1 failed.' },
      waiting: { person: { id: app.persona('Niamh').id } },
      retry: 'resumeEdgeRollout',
      can: { retry: true },
    })
    const resume = (headers: Record<string, string>) => as('Niamh').post(`/edge/rollouts/${halted}/resume`, { failed: 'retry' }, headers)
    expect((await resume({ 'if-match': `"${item!.version! + 1}"` })).status).toBe(412)
    expect((await resume({ 'if-match': `"${item!.version}"` })).status).toBe(200)
    expect(await named('Halted tills')).toEqual([])
    const numbers = freeNumbers(app, 2, 5)
    const built = await launch(app, 'Built tills', numbers)
    await setStores(app, built, numbers, 'failed', 'The network is in use.')
    await endWave(app, built, 'built')
    expect(await named('Built tills')).toMatchObject([
      { state: 'failed', cause: { message: expect.stringContaining('The network is in use.') } },
    ])
  })

  it('shows a queue with failed jobs until they are retried', async () => {
    const { app } = fixture
    await app.jobs.send(app.db, 'checkHealth', {})
    await sql`update pgboss.job set state = 'failed', completed_on = now(), output = '{"message":"Azure was down."}' where name = 'checkHealth'`.execute(
      app.db,
    )
    const items = () => list('filter=kind==queue')
    expect(await items()).toMatchObject({
      items: [
        {
          id: 'checkHealth',
          state: 'failed',
          cause: { message: 'Azure was down.' },
          waiting: { people: 0 },
          retry: 'retryQueue',
          can: { retry: true },
        },
      ],
    })
    expect((await as('Niamh').post('/cockpit/queues/checkHealth/retry')).body).toMatchObject({ queued: 1 })
    expect(await items()).toMatchObject({ items: [] })
  })

  it('shows the items to auditors, who can’t retry them', async () => {
    const { body } = await as('Grace').get('/work/stuck')
    expect(body.items.length).toBeGreaterThan(0)
    expect(body.items.every(({ can }: StuckItem) => can.retry !== true)).toBe(true)
  })

  roleSuite(
    'listStuckWork',
    () => fixture.app,
    () => ({ path: '/work/stuck' }),
  )
})
