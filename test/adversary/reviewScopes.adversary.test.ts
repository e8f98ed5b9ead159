import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../server/context.ts'
import { inTransaction, type OpenDatabase, openDatabase } from '../../server/db/database.ts'
import { advanceAccessReviews } from '../../server/features/access/reviews/advanceAccessReviews.ts'
import { applyAccessReview } from '../../server/features/access/reviews/close/applyAccessReview.ts'
import { openAccessReview, startReview } from '../../server/features/access/reviews/open/openAccessReview.ts'
import { groupOf, path, plan, reviewRow } from '../../server/features/access/reviews/reviews.fixture.ts'
import type { NewAccessReview } from '../../server/features/access/reviews/schemas.ts'
import { logger } from '../../server/http/logger.ts'
import { continueRun } from '../../server/workflows/runner.ts'
import { type Caller, startTestApp, type TestApp } from '../app.ts'
import { type OpenApp, openApp } from '../openApp.ts'
import { until } from '../until.ts'
import { inDays } from './accessParties.ts'
import { signedIn } from './world.ts'

/** Attempts to review the same memberships twice, by the review of a tower, an account in it, or a group of the account. */

type Scope = NewAccessReview['scope']
let app: TestApp
let replica: OpenApp
let replicaDatabase: OpenDatabase
let contexts: Context[]
let tower: Scope
let account: Scope
let group: Scope
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + clockOffsetMs) })
  replicaDatabase = openDatabase(app.runtimeUrl, { max: 5 })
  const { db, callDb, runQueued, waitingCalls } = replicaDatabase
  const parts = { db, callDb, runQueued, waitingCalls }
  replica = await openApp(app, {}, parts)
  contexts = [app.context, { ...app.context, ...parts }]
  const { id: towerId } = app.company.towers.find(({ name }) => name === 'Commerce')!
  const found = app.company.accounts.find(
    ({ towerId: of, environment, status }) => of === towerId && environment === 'production' && status === 'active',
  )!
  tower = { kind: 'tower', id: towerId, environments: ['production'] }
  account = { kind: 'account', id: found.id }
  group = { kind: 'group', id: (await groupOf(app, found)).id }
})
afterEach(async () => {
  clockOffsetMs = 0
  await app.db.updateTable('access_reviews').set({ status: 'cancelled' }).where('status', 'in', ['scheduled', 'open']).execute()
})
afterAll(async () => {
  await replica.close()
  await replicaDatabase.close()
  await app.close()
})

const dayMs = 86_400_000
const administrator = () => signedIn(app, app.persona('Niamh').id)
const create = (caller: Caller, scope: Scope, overrides: Partial<NewAccessReview> = {}) => caller.post(path, plan(scope, overrides))
const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof create>>) => [status, body.code]
const statusesOf = (reviews: string[]) => Promise.all(reviews.map(async (review) => (await reviewRow(app, review)).status))
const reviewCount = async () => (await app.db.selectFrom('access_reviews').select('id').execute()).length
async function createdId(scope: Scope, overrides: Partial<NewAccessReview> = {}): Promise<string> {
  const response = await create(await administrator(), scope, overrides)
  expect(outcomeOf(response)).toEqual([201, undefined])
  return response.body.id
}
const runsOf = (reviews: string[]) =>
  app.db.selectFrom('work_runs').select(['id', 'status']).where('subject_id', 'in', reviews).orderBy('created_at').execute()
const work = (context: Context, runId: string) =>
  continueRun(
    {
      ...context,
      databaseUrl: app.runtimeUrl,
      workflows: { openAccessReview, applyAccessReview: applyAccessReview(app.jobs) },
      log: logger(app.config.logLevel),
    },
    runId,
    new AbortController().signal,
  )
async function workAll(reviews: string[]): Promise<void> {
  for (const run of await runsOf(reviews)) if (run.status === 'queued') await work(app.context, run.id)
}
async function openedId(scope: Scope): Promise<string> {
  const review = await createdId(scope)
  await workAll([review])
  expect(await statusesOf([review])).toEqual(['open'])
  return review
}
const pairs: [string, () => Scope, () => Scope][] = [
  ['a tower and an account in it', () => tower, () => account],
  ['a tower and a group in it', () => tower, () => group],
  ['an account and one of its groups', () => account, () => group],
]
const everyOrder = pairs.flatMap(([name, one, other]): typeof pairs => [
  [name, one, other],
  [`${name}, in the other order`, other, one],
])

describe('review_scopes_overlap', () => {
  it.each(everyOrder)('refuses a review while the other review is open: %s', async (_, one, other) => {
    await openedId(one())
    const before = await reviewCount()
    expect(outcomeOf(await create(await administrator(), other()))).toEqual([409, 'conflict'])
    expect(await reviewCount()).toBe(before)
  })

  it.each(everyOrder)('refuses a review that starts before the end of a scheduled one: %s', async (_, one, other) => {
    await createdId(one(), { startsAt: inDays(3).toISOString() })
    expect(outcomeOf(await create(await administrator(), other()))).toEqual([409, 'conflict'])
    expect(outcomeOf(await create(await administrator(), other(), { startsAt: inDays(12).toISOString() }))).toEqual([201, undefined])
  })

  it.each(pairs)('accepts one of two reviews that two servers create at the same moment: %s', async (_, one, other) => {
    const before = await reviewCount()
    const callers = [await administrator(), (await administrator()).on(replica.server)]
    const isWaiting = async () =>
      (
        await sql<{ count: number }>`select count(*) as count from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(app.db)
      ).rows[0]!.count === 2
    const { calls } = await app.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`access_review:${tower.id}`}, 0))`.execute(tx)
      const calls = [create(callers[0]!, one()), create(callers[1]!, other())]
      await until(isWaiting)
      return { calls }
    })
    expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await reviewCount()).toBe(before + 1)
  })

  it.each(everyOrder)('opens one of two due reviews: %s', async (_, one, other) => {
    const reviews = [
      await createdId(one(), { startsAt: inDays(1).toISOString() }),
      await createdId(other(), { startsAt: inDays(20).toISOString() }),
    ]
    clockOffsetMs = 21 * dayMs
    await Promise.all(contexts.map((context) => advanceAccessReviews(context)))
    expect((await runsOf(reviews)).length).toBe(1)
    // An older process or a wrong clock can start both runs.
    for (const review of reviews) await inTransaction(app.db, (tx) => startReview({ db: tx, jobs: app.jobs }, review))
    const runs = await runsOf(reviews)
    await Promise.all(runs.map((run, index) => work(contexts[index]!, run.id)))
    expect((await statusesOf(reviews)).sort()).toEqual(['open', 'scheduled'])
  })

  it('opens no repetition while an account in the tower is reviewed', async () => {
    const closed = await createdId(tower, { recurrence: 'quarterly' })
    await workAll([closed])
    clockOffsetMs = 9 * dayMs
    await advanceAccessReviews(app.context)
    await workAll([closed])
    const { id: repetition, starts_at: startsAt } = await app.db
      .selectFrom('access_reviews')
      .select(['id', 'starts_at'])
      .where('previous_id', '=', closed)
      .executeTakeFirstOrThrow()
    clockOffsetMs = startsAt.getTime() - Date.now() - 2 * dayMs
    const open = await openedIdAfter(repetition)
    clockOffsetMs += 3 * dayMs
    await advanceAccessReviews(app.context)
    expect([await statusesOf([open, repetition]), (await runsOf([repetition])).length]).toEqual([['open', 'scheduled'], 0])
    await app.db.updateTable('access_reviews').set({ status: 'closing' }).where('id', '=', open).execute()
    await app.db.updateTable('access_review_items').set({ result: 'pending' }).where('review_id', '=', open).execute()
  })
})

/** Opens the review of the account shortly before the repetition starts. The period is chosen so that it ends before the repetition. */
async function openedIdAfter(repetition: string): Promise<string> {
  const review = await createdId(account, { days: 1 })
  await workAll([review])
  expect(await statusesOf([review, repetition])).toEqual(['open', 'scheduled'])
  // An escalation extends the review.
  await app.db
    .updateTable('access_reviews')
    .set({ due_at: inDays(400), escalated_at: new Date() })
    .where('id', '=', review)
    .execute()
  return review
}
