import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { inTransaction } from '../../../../db/database.ts'
import { logger } from '../../../../http/logger.ts'
import { continueRun } from '../../../../workflows/runner.ts'
import { accountOf, advance, groupOf, notificationsAbout, path, plan, reviewRow } from '../reviews.fixture.ts'
import { openAccessReview, openDueReviews } from './openAccessReview.ts'

let app: TestApp
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => app.close())

const dayMs = 86_400_000
const runs = () =>
  app.db.selectFrom('work_runs').select(['id', 'subject_id']).where('kind', '=', openAccessReview.kind).orderBy('created_at').execute()
const work = (runId: string) =>
  continueRun(
    { ...app.context, databaseUrl: app.runtimeUrl, workflows: { openAccessReview }, log: logger(app.config.logLevel) },
    runId,
    new AbortController().signal,
  )

/** Plans reviews of all accounts, and then two of each of 400 groups in them, which wait. They start on the same day. */
async function planMany(): Promise<{ accounts: string[]; all: number }> {
  return inTransaction(app.db, async (tx) => {
    // The checks of each new review would take most of the time of this test.
    await sql`set local session_replication_role = replica`.execute(tx)
    const insert = (column: string, source: RawBuilder<unknown>, turn: number) =>
      sql<{ id: string }>`insert into access_reviews (id, reference, name, ${sql.ref(column)}, reviewers, default_decision, reason_to_keep,
          recurrence, days, starts_at, due_at, status, created_by)
        select gen_random_uuid(), 'ARV-' || s.id || ${turn}::int, 'Yearly review', s.id, 'owners', 'keep', false, 'none', 8,
          now() + ${turn + 1} * interval '1 hour', now() + interval '8 days', 'scheduled', ${app.persona('Niamh').id}
        from ${source} s returning id`.execute(tx)
    const { rows } = await insert('account_id', sql`(select id from accounts where status = 'active' order by id limit 300)`, 0)
    const groups = sql`(select g.id from access_groups g where g.status = 'ready'
      and g.account_id in (select id from accounts where status = 'active' order by id limit 300) order by g.id limit 400)`
    let all = rows.length
    for (const turn of [1, 2]) all += (await insert('group_id', groups, turn)).rows.length
    return { accounts: rows.map(({ id }) => id), all }
  })
}

/** Opens due reviews. @returns how many pairs of reviews were compared */
const countComparisons = () =>
  inTransaction(app.db, async (tx) => {
    await sql`set local track_functions = 'all'`.execute(tx)
    await openDueReviews({ db: tx, jobs: app.jobs }, app.context.now())
    const { rows } = await sql<{ calls: number }>`
      select calls from pg_stat_xact_user_functions where funcname = 'review_scopes_overlap'`.execute(tx)
    return rows[0]?.calls ?? 0
  })

describe('advanceAccessReviews', () => {
  it('processes open reviews if opening due reviews fails', async () => {
    const caller = app.as(app.persona('Niamh').id)
    const group = async (n: number) => ({ kind: 'group' as const, id: (await groupOf(app, accountOf(app, n))).id })
    const { body: open } = await caller.post(path, plan(await group(0), { reviewers: 'named', reviewerIds: [app.persona('Grace').id] }))
    for (const run of await runs()) await work(run.id)
    expect((await reviewRow(app, open.id)).status).toBe('open')
    const startsAt = new Date(Date.now() + dayMs).toISOString()
    const { body: due } = await caller.post(path, plan(await group(1), { startsAt }))
    await sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''no run''; end'`.execute(app.db)
    await sql`create trigger fail before insert on work_runs for each row execute function fail()`.execute(app.db)
    clockOffsetMs = 4.1 * dayMs
    await expect(advance(app)).rejects.toBeInstanceOf(AggregateError)
    expect((await notificationsAbout(app, open.id)).some(({ kind }) => kind === 'accessReview.reminder')).toBe(true)
    await sql`drop function fail cascade`.execute(app.db)
    await advance(app)
    expect((await runs()).map(({ subject_id }) => subject_id)).toContain(due.id)
    await app.db.updateTable('access_reviews').set({ status: 'cancelled' }).execute()
    clockOffsetMs = 0
  })

  it('opens a thousand reviews that are due on one day, except overlapping ones', async () => {
    const { accounts, all } = await planMany()
    expect(all).toBeGreaterThan(1_000)
    clockOffsetMs = dayMs
    // Each review of a group can overlap the review of its account and the other review of the group.
    const comparisons = await countComparisons()
    expect(comparisons).toBeGreaterThan(0)
    expect(comparisons).toBeLessThan(3 * all)
    const started = async () => (await runs()).map(({ subject_id }) => subject_id).filter((id) => accounts.includes(id!))
    for (let count = -1; count < (await started()).length; await advance(app)) count = (await started()).length
    expect((await started()).sort()).toEqual(accounts.sort())
    const last = (await runs()).at(-1)!
    await work(last.id)
    expect((await reviewRow(app, last.subject_id!)).status).toBe('open')
    const others = await app.db
      .selectFrom('work_runs as w')
      .innerJoin('access_reviews as r', 'r.id', 'w.subject_id')
      .select('r.id')
      .where('r.status', '=', 'scheduled')
      .where('r.group_id', 'is not', null)
      .execute()
    expect(others).toEqual([])
  })
})
