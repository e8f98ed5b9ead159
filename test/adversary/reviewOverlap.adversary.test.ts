import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../server/context.ts'
import { inTransaction, type OpenDatabase, openDatabase } from '../../server/db/database.ts'
import { advanceAccessReviews } from '../../server/features/access/reviews/advanceAccessReviews.ts'
import { applyAccessReview } from '../../server/features/access/reviews/close/applyAccessReview.ts'
import { openAccessReview, startReview } from '../../server/features/access/reviews/open/openAccessReview.ts'
import {
  grantAccessTo,
  groupOf,
  itemRows,
  notificationsAbout,
  path,
  plan,
  reviewRow,
} from '../../server/features/access/reviews/reviews.fixture.ts'
import type { NewAccessReview } from '../../server/features/access/reviews/schemas.ts'
import { logger } from '../../server/http/logger.ts'
import { continueRun } from '../../server/workflows/runner.ts'
import type { AnyWorkflow } from '../../server/workflows/workflow.ts'
import { type Caller, startTestApp, type TestApp } from '../app.ts'
import { type OpenApp, openApp } from '../openApp.ts'
import { until } from '../until.ts'
import { whileCallWaits } from '../whileCallWaits.ts'
import { inDays, ownership, pickAccount } from './accessParties.ts'
import { administrators, createLinkedUser, deniedEvents, newPerson, signedIn, towerLeads } from './world.ts'

/**
 * Attempts to get two open reviews of the same or an overlapping scope, on two servers with their own connections. When the test database is
 * dropped, an invariant checks that the reviews of no test were open at the same time.
 */

let app: TestApp
let replica: OpenApp
let replicaDatabase: OpenDatabase
let contexts: Context[]
let towerId: string
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + clockOffsetMs) })
  replicaDatabase = openDatabase(app.runtimeUrl, { max: 5 })
  const { db, callDb, runQueued, waitingCalls } = replicaDatabase
  const parts = { db, callDb, runQueued, waitingCalls }
  replica = await openApp(app, {}, parts)
  contexts = [app.context, { ...app.context, ...parts }]
  towerId = app.company.towers.find(({ name }) => name === 'Commerce')!.id
})
afterEach(async () => {
  clockOffsetMs = 0
  const unfinished = app.db.updateTable('access_reviews').set({ status: 'cancelled' }).where('tower_id', '=', towerId)
  await unfinished.where('status', 'in', ['scheduled', 'open']).execute()
})
afterAll(async () => {
  await replica.close()
  await replicaDatabase.close()
  await app.close()
})

const dayMs = 86_400_000
const id = (givenName: string) => app.persona(givenName).id
type Environments = NonNullable<NewAccessReview['scope']['environments']>
const towerScope = (...environments: Environments): NewAccessReview['scope'] => ({ kind: 'tower', id: towerId, environments })
const oneOpenRejection = { code: '23505', constraint: 'access_reviews_one_open' }
const administratorCaller = () => signedIn(app, id('Niamh'))
const create = (caller: Caller, scope: NewAccessReview['scope'], overrides: Partial<NewAccessReview> = {}, key?: string) =>
  caller.post(path, plan(scope, overrides), key === undefined ? {} : { 'idempotency-key': key })

async function createdId(scope: NewAccessReview['scope'], overrides: Partial<NewAccessReview> = {}): Promise<string> {
  const { status, body } = await create(await administratorCaller(), scope, overrides)
  expect([status, body.code]).toEqual([201, undefined])
  return body.id
}
const statusesOf = (reviews: string[]) => Promise.all(reviews.map(async (review) => (await reviewRow(app, review)).status))
const towerReviews = () => app.db.selectFrom('access_reviews').select('id').where('tower_id', '=', towerId).execute()
const runsOf = (reviews: string[]) =>
  app.db.selectFrom('work_runs').select(['id', 'status']).where('subject_id', 'in', reviews).orderBy('created_at').execute()
const eventsAbout = (review: string) =>
  app.db.selectFrom('audit_events').select(['operation', 'outcome']).where('subject_id', '=', review).orderBy('id').execute()

const advanceBoth = () => Promise.all(contexts.map((context) => advanceAccessReviews(context)))
const workflows = () => ({ openAccessReview, applyAccessReview: applyAccessReview(app.jobs) })
const work = (context: Context, runId: string, overrides: Record<string, AnyWorkflow> = {}) =>
  continueRun(
    { ...context, databaseUrl: app.runtimeUrl, workflows: { ...workflows(), ...overrides }, log: logger(app.config.logLevel) },
    runId,
    new AbortController().signal,
  )
async function workAll(reviews: string[]): Promise<void> {
  for (const run of await runsOf(reviews)) if (run.status === 'queued') await work(app.context, run.id)
}

/**
 * Holds the lock of a scope until all of these transactions wait for it, so that they continue at the same moment.
 * @param callback runs while they wait
 */
async function atTheSameMoment<T>(scopeId: string, start: () => Promise<T>[], callback = async () => {}): Promise<T[]> {
  const waitingCount = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(app.db)
    return rows[0]!.count
  }
  const { promises } = await app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`access_review:${scopeId}`}, 0))`.execute(tx)
    const promises = start()
    await until(async () => (await waitingCount()) === promises.length)
    await callback()
    return { promises }
  })
  return Promise.all(promises)
}

describe('the schedule on two replicas', () => {
  const scheduleTwo = async () => [
    await createdId(towerScope('production', 'test'), { startsAt: inDays(1).toISOString() }),
    await createdId(towerScope('test', 'development'), { startsAt: inDays(20).toISOString() }),
  ]

  it('opens one of two due reviews at the same moment, and the other one with its current members after the end of the first', async () => {
    const reviews = await scheduleTwo()
    clockOffsetMs = 21 * dayMs
    // An older process or a wrong clock can start both runs.
    for (const review of reviews) await inTransaction(app.db, (tx) => startReview({ db: tx, jobs: app.jobs }, review))
    const runs = await runsOf(reviews)
    await atTheSameMoment(towerId, () => runs.map((run, index) => work(contexts[index]!, run.id)))
    expect((await statusesOf(reviews)).sort()).toEqual(['open', 'scheduled'])
    const open = (await statusesOf(reviews))[0] === 'open' ? reviews[0]! : reviews[1]!
    const waiting = reviews.find((review) => review !== open)!
    expect((await runsOf(reviews)).map(({ status }) => status)).toEqual(['succeeded'])
    expect((await eventsAbout(waiting)).map(({ operation }) => operation)).toEqual(['createAccessReview'])
    expect((await eventsAbout(open)).map(({ operation }) => operation)).toEqual(['createAccessReview', 'accessReviewOpened'])
    expect(await notificationsAbout(app, waiting)).toEqual([])

    await advanceBoth()
    expect((await runsOf([waiting])).length).toBe(0)
    const account = app.company.accounts.find(
      ({ towerId: of, environment, status }) => of === towerId && environment === 'test' && status === 'active',
    )!
    const newMember = app.company.people.find(({ enabled, persona, department }) => enabled && !persona && department === 'Finance')!.id
    await grantAccessTo(app, await groupOf(app, account), newMember)
    expect((await (await administratorCaller()).post(`${path}/${open}/cancel`, { reason: 'Takes too long.' })).status).toBe(200)
    await advanceBoth()
    expect((await runsOf([waiting])).length).toBe(1)
    await workAll([waiting])
    expect(await statusesOf([waiting])).toEqual(['open'])
    expect((await itemRows(app, waiting)).has(newMember)).toBe(true)
    expect((await notificationsAbout(app, waiting)).length).toBeGreaterThan(0)
  })

  it('continues the run of a process that opens reviews without a check', async () => {
    const reviews = await scheduleTwo()
    clockOffsetMs = 21 * dayMs
    for (const review of reviews) await inTransaction(app.db, (tx) => startReview({ db: tx, jobs: app.jobs }, review))
    const [first, second] = await runsOf(reviews)
    await work(app.context, first!.id)
    const uncheckedWorkflow: AnyWorkflow = {
      ...openAccessReview,
      succeeded: async ({ db, input }) =>
        void (await db.updateTable('access_reviews').set({ status: 'open' }).where('id', '=', input.reviewId).execute()),
    }
    const opening = work(app.context, second!.id, { openAccessReview: uncheckedWorkflow })
    await expect(opening).rejects.toMatchObject(oneOpenRejection)
    expect((await runsOf(reviews)).map(({ status }) => status)).toEqual(['succeeded', 'running'])
    await work(contexts[1]!, second!.id)
    expect((await runsOf(reviews)).map(({ status }) => status)).toEqual(['succeeded'])
    expect(await statusesOf(reviews)).toEqual(['open', 'scheduled'])
  })

  it('starts one run if two reviews of overlapping scopes are due', async () => {
    const reviews = await scheduleTwo()
    clockOffsetMs = 21 * dayMs
    await advanceBoth()
    expect((await runsOf(reviews)).length).toBe(1)
    await workAll(reviews)
    await advanceBoth()
    expect((await runsOf(reviews)).length).toBe(1)
    expect(await statusesOf(reviews)).toEqual(['open', 'scheduled'])
  })

  it('opens reviews of other environments at the same moment', async () => {
    const reviews = [
      await createdId(towerScope('production'), { startsAt: inDays(1).toISOString() }),
      await createdId(towerScope('test'), { startsAt: inDays(1).toISOString() }),
    ]
    clockOffsetMs = 2 * dayMs
    await advanceBoth()
    const runs = await runsOf(reviews)
    await atTheSameMoment(towerId, () => runs.map((run, index) => work(contexts[index]!, run.id)))
    expect(await statusesOf(reviews)).toEqual(['open', 'open'])
  })
})

describe('the database', () => {
  async function insertRow(
    accountId: string,
    columns: { status?: 'scheduled' | 'open'; startsInDays?: number; previous_id?: string } = {},
  ) {
    const { status = 'scheduled', startsInDays = 0, previous_id = null } = columns
    const review = uuidv7()
    await app.db
      .insertInto('access_reviews')
      .values({
        id: review,
        reference: review,
        name: 'Spring clean',
        account_id: accountId,
        reviewers: 'owners',
        default_decision: 'fallback',
        reason_to_keep: false,
        recurrence: 'none',
        days: 8,
        starts_at: inDays(startsInDays),
        due_at: inDays(startsInDays + 8),
        status,
        opened_at: status === 'open' ? new Date() : null,
        created_by: id('Niamh'),
        previous_id,
        not_reviewed: '[]',
      })
      .execute()
    return review
  }
  const openRow = (review: string) =>
    app.db.updateTable('access_reviews').set({ status: 'open', opened_at: new Date() }).where('id', '=', review).execute()
  const closeRow = (review: string) => app.db.updateTable('access_reviews').set({ status: 'closing' }).where('id', '=', review).execute()
  const escalate = (review: string) =>
    app.db
      .updateTable('access_reviews')
      .set({ escalated_at: new Date(), due_at: inDays(30) })
      .where('id', '=', review)
      .execute()

  it.each<[string, (account: string) => Promise<{ open: string; late: string }>]>([
    [
      'a review that is due later',
      async (account) => ({ open: await insertRow(account, { status: 'open' }), late: await insertRow(account, { startsInDays: 9 }) }),
    ],
    [
      'a repetition',
      async (account) => {
        const previous_id = await insertRow(account, { status: 'open' })
        await closeRow(previous_id)
        return { open: await insertRow(account, { status: 'open' }), late: await insertRow(account, { previous_id }) }
      },
    ],
    [
      'the next review after an escalation',
      async (account) => {
        const reviews = { open: await insertRow(account, { status: 'open' }), late: await insertRow(account, { startsInDays: 9 }) }
        await escalate(reviews.open)
        return reviews
      },
    ],
  ])('doesn’t let %s open until the open review has ended', async (_, prepare) => {
    const { account } = await pickAccount(app)
    const { open, late } = await prepare(account.id)
    await expect(openRow(late)).rejects.toMatchObject(oneOpenRejection)
    await expect(insertRow(account.id, { status: 'open', previous_id: open })).rejects.toMatchObject(oneOpenRejection)
    await closeRow(open)
    await openRow(late)
    await escalate(late)
    expect(await statusesOf([open, late])).toEqual(['closing', 'open'])
  })
})

describe('createAccessReview', () => {
  const secondAccount = async () => {
    const person = await createLinkedUser(app, id('Margaret'))
    await towerLeads(app, towerId).grant(person)
    return signedIn(app, person)
  }

  it.each<[string, () => Promise<Caller>]>([
    ['two people', administratorCaller],
    ['one person with two accounts', secondAccount],
  ])('accepts one of two overlapping reviews of %s that are created at the same moment', async (_, other) => {
    const reviewsBefore = await towerReviews()
    const callers = [await signedIn(app, id('Margaret')), (await other()).on(replica.server)]
    const scopes = [towerScope('production', 'test'), towerScope('test', 'development')]
    const responses = await atTheSameMoment(towerId, () => callers.map((caller, index) => create(caller, scopes[index]!)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(responses.find(({ status }) => status === 409)!.body.code).toBe('conflict')
    expect((await towerReviews()).length).toBe(reviewsBefore.length + 1)
    const accepted = responses.find(({ status }) => status === 201)!.body.id
    expect(await eventsAbout(accepted)).toEqual([{ operation: 'createAccessReview', outcome: 'allowed' }])
    expect((await runsOf([accepted])).length).toBe(1)
  })

  it('creates one review for a repeated Idempotency-Key, and none for another key', async () => {
    const caller = await administratorCaller()
    const [key, otherKey] = [`overlap-${uuidv7()}`, `overlap-${uuidv7()}`]
    const scope = towerScope('production')
    const reviewsBefore = await towerReviews()
    const onReplica = caller.on(replica.server)
    const send = () => [create(caller, scope, {}, key)]
    const [created] = await atTheSameMoment(towerId, send, async () => {
      expect(await create(onReplica, scope, {}, key)).toMatchObject({ status: 409, body: { code: 'inFlight' } })
    })
    expect(created!.status).toBe(201)
    const replayed = await create(onReplica, scope, {}, key)
    expect(replayed).toMatchObject({ status: 201, body: { id: created!.body.id }, headers: { 'idempotency-replayed': 'true' } })
    expect(await create(onReplica, scope, {}, otherKey)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await create(caller, towerScope('test'), {}, key)).toMatchObject({ status: 422, body: { code: 'idempotencyMismatch' } })
    expect((await towerReviews()).length).toBe(reviewsBefore.length + 1)
    expect((await runsOf([created!.body.id])).length).toBe(1)
  })

  describe('for a person who lost the permission', () => {
    const permissions: [string, (person: string) => Promise<{ scope: NewAccessReview['scope']; revoke: () => Promise<void> }>][] = [
      [
        'owner of the account',
        async (person) => {
          const { account } = await pickAccount(app)
          await ownership(app, account).grant(person)
          return { scope: { kind: 'account', id: account.id }, revoke: () => ownership(app, account).revoke(person) }
        },
      ],
      [
        'lead of the tower',
        async (person) => {
          await towerLeads(app, towerId).grant(person)
          return { scope: towerScope('production'), revoke: () => towerLeads(app, towerId).revoke(person) }
        },
      ],
      [
        'administrator of Slipway',
        async (person) => {
          await administrators(app).grant(person)
          return { scope: towerScope('production'), revoke: () => administrators(app).revoke(person) }
        },
      ],
    ]
    const allReviews = () => app.db.selectFrom('access_reviews').select('id').execute()

    it.each(permissions)('is denied to a person who was %s at the preview', async (_, prepare) => {
      const person = await newPerson(app)
      const { scope, revoke } = await prepare(person)
      const caller = await signedIn(app, person)
      const preview = await caller.post(`${path}/preview`, { scope, reviewers: 'owners', reviewerIds: [] })
      expect([preview.status, preview.body.problem]).toEqual([200, null])
      await revoke()
      const before = { reviews: await allReviews(), events: await deniedEvents(app) }
      expect((await create(caller, scope)).body.code).toBe('forbidden')
      expect(await allReviews()).toEqual(before.reviews)
      expect(await deniedEvents(app)).toBe(before.events + 1)
    })

    it('is denied to a person who was a lead of the tower when the call started', async () => {
      const person = await newPerson(app)
      await towerLeads(app, towerId).grant(person)
      const caller = await signedIn(app, person)
      const reviewsBefore = await allReviews()
      const revoke = () => towerLeads(app, towerId).revoke(person)
      const { call } = await whileCallWaits(app.db, () => create(caller, towerScope('production')), revoke)
      expect((await call).body.code).toBe('forbidden')
      expect(await allReviews()).toEqual(reviewsBefore)
    })
  })

  it('accepts a review after one of the same scope was cancelled, is being applied or was applied', async () => {
    const { account } = await pickAccount(app)
    const scope = { kind: 'account' as const, id: account.id }
    const openNew = async () => {
      const review = await createdId(scope)
      await workAll([review])
      expect(await statusesOf([review])).toEqual(['open'])
      return review
    }
    const cancelled = await openNew()
    expect((await (await administratorCaller()).post(`${path}/${cancelled}/cancel`, { reason: 'Wrong account.' })).status).toBe(200)

    const closed = await openNew()
    clockOffsetMs = 9 * dayMs
    await advanceBoth()
    expect(await statusesOf([closed])).toEqual(['closing'])
    const whileApplied = await openNew()
    await workAll([closed])
    expect(await statusesOf([closed, whileApplied])).toEqual(['applied', 'open'])

    clockOffsetMs = 18 * dayMs
    await advanceBoth()
    await workAll([whileApplied])
    await openNew()
    expect(await statusesOf([cancelled, closed, whileApplied])).toEqual(['cancelled', 'applied', 'applied'])
  })
})
