import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../server/db/database.ts'
import { checkInvariants, invariants } from '../../server/db/invariants.ts'
import { openAccessReview, startReview } from '../../server/features/access/reviews/open/openAccessReview.ts'
import { groupOf, path, plan, reviewRow } from '../../server/features/access/reviews/reviews.fixture.ts'
import type { NewAccessReview } from '../../server/features/access/reviews/schemas.ts'
import { logger } from '../../server/http/logger.ts'
import { continueRun } from '../../server/workflows/runner.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { until } from '../until.ts'
import { inDays } from './accessParties.ts'
import { signedIn } from './world.ts'

/** Attempts to review memberships twice that reviews recorded before their account moved to another tower, and what the invariant finds. */

type Scope = NewAccessReview['scope']
let app: TestApp
let tower: Scope
let otherTower: Scope
let account: Scope
let group: Scope
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  const { id: towerId } = app.company.towers.find(({ name }) => name === 'Commerce')!
  const found = app.company.accounts.find(
    ({ towerId: of, environment, status }) => of === towerId && environment === 'production' && status === 'active',
  )!
  tower = { kind: 'tower', id: towerId, environments: ['production'] }
  otherTower = { ...tower, id: app.company.towers.find(({ id }) => id !== towerId)!.id }
  account = { kind: 'account', id: found.id }
  group = { kind: 'group', id: (await groupOf(app, found)).id }
})
afterEach(async () => {
  await moveAccount(tower.id)
  await app.db.updateTable('access_reviews').set({ status: 'cancelled' }).where('status', 'in', ['scheduled', 'open']).execute()
})
afterAll(() => app.close())

const statusesOf = (reviews: string[]) => Promise.all(reviews.map(async (review) => (await reviewRow(app, review)).status))
const moveAccount = (towerId: string) => app.db.updateTable('accounts').set({ tower_id: towerId }).where('id', '=', account.id).execute()
async function createdId(scope: Scope, overrides: Partial<NewAccessReview> = {}): Promise<string> {
  const { status, body } = await (await signedIn(app, app.persona('Niamh').id)).post(path, plan(scope, overrides))
  expect([status, body.code]).toEqual([201, undefined])
  return body.id
}
const work = (runId: string, workflow = openAccessReview) =>
  continueRun(
    { ...app.context, databaseUrl: app.runtimeUrl, workflows: { openAccessReview: workflow }, log: logger(app.config.logLevel) },
    runId,
    new AbortController().signal,
  )
async function workAll(reviews: string[], workflow = openAccessReview): Promise<void> {
  const runs = await app.db.selectFrom('work_runs').select('id').where('subject_id', 'in', reviews).where('status', '=', 'queued').execute()
  for (const { id } of runs) await work(id, workflow)
}
/** Records the memberships without opening the review. */
const recordedId = async (scope: Scope, overrides: Partial<NewAccessReview> = {}) => {
  const review = await createdId(scope, overrides)
  if (overrides.startsAt) await inTransaction(app.db, (tx) => startReview({ db: tx, jobs: app.jobs }, review))
  await workAll([review], { ...openAccessReview, succeeded: async () => {} })
  expect(await statusesOf([review])).toEqual(['scheduled'])
  return review
}
async function openedId(scope: Scope): Promise<string> {
  const review = await createdId(scope)
  await workAll([review])
  expect(await statusesOf([review])).toEqual(['open'])
  return review
}
const opened = { status: 'open' as const, opened_at: new Date() }
const withoutTriggers = (reviews: string[]) =>
  inTransaction(app.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx.updateTable('access_reviews').set(opened).where('id', 'in', reviews).execute()
  })
const violatingIds = async () => {
  const rules = invariants.filter(({ name }) => name === 'access-reviews-open-do-not-overlap')
  return (await checkInvariants(app.db, rules)).flatMap(({ rows }) => rows.map(({ id }) => id))
}

describe('a recorded membership', () => {
  it('keeps a review of another tower from opening after its account moved there', async () => {
    await openedId(tower)
    await moveAccount(otherTower.id)
    const later = await createdId(otherTower)
    await workAll([later])
    expect(await statusesOf([later])).toEqual(['scheduled'])
    await withoutTriggers([later])
    expect(await violatingIds()).toHaveLength(1)
  })

  it('keeps a review of another tower from opening at the same moment', async () => {
    const first = await recordedId(tower)
    await moveAccount(otherTower.id)
    const second = await recordedId(otherTower)
    const open = (review: string) => app.context.db.updateTable('access_reviews').set(opened).where('id', '=', review).execute()
    const isWaiting = async () =>
      (
        await sql<{ count: number }>`select count(*) as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
      ).rows[0]!.count > 0
    let late: Promise<unknown> | undefined
    await app.db.transaction().execute(async (tx) => {
      await tx.updateTable('access_reviews').set(opened).where('id', '=', first).execute()
      late = open(second).then(
        () => 'opened',
        ({ constraint }) => constraint,
      )
      await Promise.race([until(isWaiting), late])
    })
    expect(await late).toBe('access_reviews_one_open')
    expect(await statusesOf([first, second])).toEqual(['open', 'scheduled'])
  })
})

const pairs: [string, () => Scope, () => Scope][] = [
  ['a tower and an account in it', () => tower, () => account],
  ['a tower and a group in it', () => tower, () => group],
  ['an account and one of its groups', () => account, () => group],
]

describe('access-reviews-open-do-not-overlap', () => {
  it('accepts open reviews of other environments and accounts', async () => {
    await openedId(account)
    const otherAccount = app.company.accounts.find(
      ({ id, towerId, environment, status }) =>
        towerId === tower.id && id !== account.id && environment === 'production' && status === 'active',
    )!
    await openedId({ kind: 'account', id: otherAccount.id })
    await openedId({ ...tower, environments: ['development'] })
    expect(await violatingIds()).toEqual([])
  })

  it.each(pairs)('finds two open reviews: %s', async (_, one, other) => {
    const startsIn = (days: number) => ({ startsAt: inDays(days).toISOString() })
    const reviews = [await recordedId(one(), startsIn(1)), await recordedId(other(), startsIn(20))]
    await withoutTriggers(reviews)
    expect(await violatingIds()).toHaveLength(1)
  })

  it('ignores reviews that opened before the upgrade or by an older process within a day of it', async () => {
    const startsIn = (days: number) => ({ startsAt: inDays(days).toISOString() })
    await withoutTriggers([await recordedId(tower, startsIn(1)), await recordedId(account, startsIn(20))])
    const upgradedAt = (applied_at: Date) => app.db.updateTable('schema_revisions').set({ applied_at }).where('revision', '>', 30).execute()
    await app.db
      .insertInto('schema_revisions')
      .values({ revision: 30, checksum: 'earlier', applied_at: inDays(-90) })
      .execute()
    expect(await violatingIds()).toEqual([])
    await upgradedAt(inDays(-2))
    expect(await violatingIds()).toHaveLength(1)
    await app.db.deleteFrom('schema_revisions').where('revision', '=', 30).execute()
  })
})
