import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { accountOfDaniel } from '../../../../test/readChangedAccount.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { services } from '../../accounts/updates/services.fixture.ts'
import { stepOf } from './merging.fixture.ts'

let app: TestApp
let updates: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  updates = services(app)
})
afterAll(() => app.close())

const path = '/utils/updates/requeue'
const niamh = () => app.as(app.persona('Niamh').id)
const runStatus = async (updateId: string) => (await updates.runOf(updateId))?.status
const jobsOf = async (updateId: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pgboss.job j join work_runs r on j.data ->> 'runId' = r.id::text
    where j.name = 'work' and j.state < 'active' and r.subject_id = ${updateId}`.execute(app.db)
  return Number(rows[0]!.n)
}
let next = 0
async function update(status: 'queued' | 'failed' | 'waiting' | 'succeeded' = 'queued'): Promise<string> {
  const account = accountOfDaniel(app, next++)
  const { id, account: about } = await updates.ask(account, { add: [], remove: [account.catalogueItemIds[0]!] })
  await updates.vote('Ravi', { id, account: about })
  const run = (await updates.runOf(id))!
  await app.db.updateTable('work_runs').set({ status }).where('id', '=', run.id).execute()
  if (status === 'failed' || status === 'waiting') {
    const error = JSON.stringify({ code: 'x', message: 'GitHub is busy.', retryable: true })
    await app.db
      .updateTable('work_steps')
      .set({ status, attempts: 3, error, next_attempt_at: status === 'waiting' ? new Date(Date.now() + 240_000) : null })
      .where('run_id', '=', run.id)
      .where('position', '=', 0)
      .execute()
    await sql`delete from pgboss.job where data ->> 'runId' = ${run.id}`.execute(app.db)
  }
  return id
}

describe('requeueUpdates', () => {
  it('restarts failed, waiting and lost runs, and returns the status of each', async () => {
    const [failedId, waitingUpdate, lostId, queuedId, completedId] = [
      await update('failed'),
      await update('waiting'),
      await update(),
      await update(),
      await update('succeeded'),
    ]
    await sql`delete from pgboss.job where data ->> 'runId' = ${(await updates.runOf(lostId))!.id}`.execute(app.db)
    const unapprovedUpdate = (await updates.ask(accountOfDaniel(app, next++))).id
    const unknownId = crypto.randomUUID()
    const { caller } = await app.withKey(['pipeline:requeue'])
    const response = await caller.patch(path, {
      updateIds: [failedId, waitingUpdate, lostId, queuedId, completedId, unapprovedUpdate, unknownId],
    })
    expect(response.status).toBe(200)
    const results = Object.fromEntries(
      response.body.results.map((each: { updateId: string; result: string }) => [each.updateId, each.result]),
    )
    expect(results).toEqual({
      [failedId]: 'restarted',
      [waitingUpdate]: 'restarted',
      [lostId]: 'restarted',
      [queuedId]: 'running',
      [completedId]: 'done',
      [unapprovedUpdate]: 'notStuck',
      [unknownId]: 'notFound',
    })
    expect(response.body).toMatchObject({ restarted: 3, more: false })
    for (const id of [failedId, waitingUpdate]) {
      expect(await runStatus(id)).toBe('queued')
      expect(await stepOf(app, id)).toMatchObject({ status: 'pending', attempts: 0, error: null, next_attempt_at: null })
    }
    for (const id of [failedId, waitingUpdate, lostId, queuedId]) expect(await jobsOf(id)).toBe(1)
    const event = await app.db
      .selectFrom('audit_events')
      .select(['actor_name', 'after'])
      .where('operation', '=', 'requeueUpdates')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({
      actor_name: expect.stringMatching(/^Test /),
      after: { restarted: expect.arrayContaining([failedId, waitingUpdate, lostId]) },
    })
  })

  it('restarts all failed runs on request, each once for concurrent calls', async () => {
    const failedIds = [await update('failed'), await update('failed')]
    const responses = await Promise.all([niamh().patch(path, { all: true }), niamh().patch(path, { all: true })])
    const restartedIds = responses.flatMap(({ body }) =>
      body.results.filter(({ result }: { result: string }) => result === 'restarted').map(({ updateId }: { updateId: string }) => updateId),
    )
    expect(restartedIds.toSorted()).toEqual(failedIds.toSorted())
    for (const id of failedIds) expect([await runStatus(id), await jobsOf(id)]).toEqual(['queued', 1])
    expect((await niamh().patch(path, { all: true })).body).toEqual({ restarted: 0, results: [], more: false })
  })

  it('skips runs whose changes a later run reversed', async () => {
    const id = await update('failed')
    const { rows } = await sql<{ id: string }>`
      insert into work_runs (id, kind, subject_kind, subject_id, status, created_at)
      values (gen_random_uuid(), 'reverseDecommission', 'accountUpdate', ${id}, 'succeeded', now() + interval '1 minute') returning id`.execute(
      app.db,
    )
    expect((await niamh().patch(path, { all: true })).body.results).toEqual([])
    expect((await niamh().patch(path, { updateIds: [id] })).body.results).toMatchObject([{ result: 'done' }])
    const runs = await app.db.selectFrom('work_runs').select(['id', 'status']).where('subject_id', '=', id).execute()
    expect(runs.find((run) => run.id !== rows[0]!.id)?.status).toBe('failed')
  })

  it('skips runs of a deleted account', async () => {
    const id = await update('failed')
    const { account_id } = await app.db.selectFrom('account_updates').select('account_id').where('id', '=', id).executeTakeFirstOrThrow()
    await sql`alter table accounts disable trigger user`.execute(app.db)
    await app.db.updateTable('accounts').set({ status: 'deleted' }).where('id', '=', account_id).execute()
    await sql`alter table accounts enable trigger user`.execute(app.db)
    await sql`select rebuild_account_facets()`.execute(app.db)
    expect((await niamh().patch(path, { all: true })).body.results).toEqual([])
    expect((await niamh().patch(path, { updateIds: [id] })).body.results).toMatchObject([
      { result: 'notStuck', message: expect.stringContaining('deleted') },
    ])
    expect(await runStatus(id)).toBe('failed')
  })

  roleSuite(
    'requeueUpdates',
    () => app,
    () => ({ path, body: { all: true } }),
  )

  it('rejects a call without a selection: no body, null, an empty object, or both fields', async () => {
    const id = await update('failed')
    const events = async () =>
      (await app.db.selectFrom('audit_events').select('id').where('operation', '=', 'requeueUpdates').execute()).length
    for (const body of [undefined, null, {}, { updateIds: [id], all: true }]) {
      const eventsBefore = await events()
      expect(await niamh().patch(path, body)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } })
      expect([await runStatus(id), await events()]).toEqual(['failed', eventsBefore + 1])
    }
  })

  it('rejects an empty list, invalid IDs, and unknown fields', async () => {
    for (const body of [{ updateIds: [] }, { updateIds: ['one'] }, { all: false }, { more: true }, [], 'all', 0])
      expect(await niamh().patch(path, body)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } })
  })
})
