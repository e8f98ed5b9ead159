import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import { addMonths } from './close/startClosing.ts'
import { reviewTitles } from './notify.ts'
import {
  accountOf,
  advance,
  cancelUnfinished,
  decideItem,
  grantAccessTo,
  groupOf,
  itemRows,
  membersOf,
  notificationsAbout,
  openReview,
  path,
  plan,
  reviewRow,
  startReviewApp,
} from './reviews.fixture.ts'
import type { NewAccessReview } from './schemas.ts'

let app: TestApp
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startReviewApp({ now: () => new Date(Date.now() + clockOffsetMs) })
})
afterEach(() => {
  clockOffsetMs = 0
})
afterAll(() => app.close())

const dayMs = 86_400_000
const id = (givenName: string) => app.persona(givenName).id
const reviewers = { reviewers: 'named' as const }
const grace = () => ({ ...reviewers, reviewerIds: [id('Grace')] })
const reminders = async (review: string) =>
  (await notificationsAbout(app, review)).filter(({ kind }) => kind === 'accessReview.reminder').map(({ title }) => title)
const waitUntilApplied = (review: string) => until(async () => (await reviewRow(app, review)).status === 'applied')

async function open(n: number, overrides: object = {}) {
  const group = await groupOf(app, accountOf(app, n))
  await grantAccessTo(app, group, id('Priya'))
  return { group, review: await openReview(app, { kind: 'group', id: group.id }, { ...grace(), days: 8, ...overrides }) }
}

describe('reminders', () => {
  it('reminds reviewers with open items halfway and on the last day, once each', async () => {
    const { review } = await open(0)
    clockOffsetMs = 3.9 * dayMs
    await advance(app)
    expect(await reminders(review)).toEqual([])
    clockOffsetMs = 4.1 * dayMs
    await Promise.all([advance(app), advance(app)])
    await advance(app)
    expect(await reminders(review)).toEqual([reviewTitles.halfTime('Spring clean')])
    clockOffsetMs = 7.1 * dayMs
    await advance(app)
    await advance(app)
    expect(await reminders(review)).toEqual([reviewTitles.halfTime('Spring clean'), reviewTitles.lastDay('Spring clean')])
  })

  it('doesn’t remind reviewers whose items are all decided', async () => {
    const { review } = await open(0)
    const people = [...(await itemRows(app, review)).keys()]
    await decideItem(app, 'Grace', review, Object.fromEntries(people.map((person) => [person, 'keep'])))
    clockOffsetMs = 4.1 * dayMs
    await advance(app)
    expect(await reminders(review)).toEqual([])
  })

  it('reminds once in a review of one day, and once if Slipway was off halfway', async () => {
    const shortReview = await open(0, { days: 1 })
    const longReview = await open(1)
    clockOffsetMs = 0.6 * dayMs
    await advance(app)
    expect(await reminders(shortReview.review)).toEqual([reviewTitles.halfTime('Spring clean')])
    clockOffsetMs = 7.5 * dayMs
    await advance(app)
    expect(await reminders(longReview.review)).toEqual([reviewTitles.lastDay('Spring clean')])
  })
})

describe('the end of a review without decisions', () => {
  it('keeps all members if the review’s default is to keep, despite recommended removals', async () => {
    const { group, review } = await open(1, { defaultDecision: 'keep' })
    const membersBefore = await membersOf(app, group)
    clockOffsetMs = 8.1 * dayMs
    await advance(app)
    await waitUntilApplied(review)
    expect(await membersOf(app, group)).toEqual(membersBefore)
    const row = await reviewRow(app, review)
    expect(row).toMatchObject({ closed_by: null, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const events = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('subject_id', '=', review)
      .where('actor_name', '=', 'Slipway')
      .execute()
    expect(events.map(({ operation }) => operation).sort()).toEqual(['accessReviewApplied', 'accessReviewClosed', 'accessReviewOpened'])
    for (const item of (await itemRows(app, review)).values())
      expect(item).toMatchObject({ decision: 'keep', decided_by: null, decided_at: expect.any(Date), result: 'kept' })
  })

  it('removes all members without a decision, and no others', async () => {
    const { group, review } = await open(2, { defaultDecision: 'remove' })
    await decideItem(app, 'Grace', review, { [id('Priya')]: 'keep' })
    clockOffsetMs = 8.1 * dayMs
    await Promise.all([advance(app), advance(app)])
    await waitUntilApplied(review)
    expect(await membersOf(app, group)).toEqual([id('Priya')])
    expect((await itemRows(app, review)).get(id('Priya'))).toMatchObject({ decided_by: id('Grace'), result: 'kept' })
  })

  it('applies the recommendations if they are the review’s default', async () => {
    const { group, review } = await open(3, { defaultDecision: 'recommended' })
    await app.db.updateTable('access_review_items').set({ recommendation: 'keep' }).where('review_id', '=', review).execute()
    await app.db
      .updateTable('access_review_items')
      .set({ recommendation: 'remove' })
      .where('review_id', '=', review)
      .where('person_id', '=', id('Priya'))
      .execute()
    clockOffsetMs = 8.1 * dayMs
    await advance(app)
    await waitUntilApplied(review)
    expect(await membersOf(app, group)).not.toContain(id('Priya'))
    expect((await itemRows(app, review)).get(id('Priya'))).toMatchObject({ decision: 'remove', result: 'removed' })
  })

  it('requests decisions from the substitute reviewers, waits a week, and then applies the recommendations', async () => {
    const { group, review } = await open(4, { defaultDecision: 'fallback' })
    clockOffsetMs = 8.1 * dayMs
    await advance(app)
    await advance(app)
    expect(await reviewRow(app, review)).toMatchObject({ status: 'open', escalated_at: expect.any(Date) })
    const notifiedNames = (await notificationsAbout(app, review))
      .filter(({ title }) => title === reviewTitles.nextReviewers('Spring clean'))
      .map(({ person }) => person)
    expect(notifiedNames).toEqual(expect.arrayContaining([app.persona('Grace').displayName, 'Margaret Llewellyn', 'Ravi Deshmukh']))
    expect(notifiedNames).not.toContain('Daniel Okoro')
    expect((await decideItem(app, 'Ravi', review, { [id('Priya')]: 'remove' })).status).toBe(200)
    clockOffsetMs = 14.9 * dayMs
    await advance(app)
    expect((await reviewRow(app, review)).status).toBe('open')
    clockOffsetMs = 15.2 * dayMs
    await advance(app)
    await waitUntilApplied(review)
    expect(await membersOf(app, group)).not.toContain(id('Priya'))
    const items = [...(await itemRows(app, review)).values()]
    expect(items.filter((item) => item.decided_by === null).every((item) => item.decision === item.recommendation)).toBe(true)
  })

  it('doesn’t change a cancelled review', async () => {
    const { group, review } = await open(5, { defaultDecision: 'remove' })
    const membersBefore = await membersOf(app, group)
    await app.as(id('Daniel')).post(`/account-access/reviews/${review}/cancel`, { reason: 'Wrong group.' })
    clockOffsetMs = 9 * dayMs
    await advance(app)
    await app.drain()
    expect((await reviewRow(app, review)).status).toBe('cancelled')
    expect(await membersOf(app, group)).toEqual(membersBefore)
  })
})

describe('a due review of a scope that is being reviewed', () => {
  const startsIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
  const schedule = async (scope: NewAccessReview['scope'], days: number) =>
    (await app.as(id('Niamh')).post(path, plan(scope, { startsAt: startsIn(days) }))).body.id as string

  it('opens when the other review has ended, also if an escalation extended that one', async () => {
    const { group, review } = await open(7, { defaultDecision: 'fallback' })
    const next = await schedule({ kind: 'group', id: group.id }, 8.1)
    clockOffsetMs = 8.2 * dayMs
    await advance(app)
    await advance(app)
    await app.drain()
    expect((await reviewRow(app, review)).escalated_at).not.toBeNull()
    expect((await reviewRow(app, next)).status).toBe('scheduled')
    expect((await app.as(id('Niamh')).post(path, plan({ kind: 'group', id: group.id }))).status).toBe(409)

    await app.as(id('Niamh')).post(`${path}/${review}/cancel`, { reason: 'Takes too long.' })
    await advance(app)
    await app.drain()
    expect((await reviewRow(app, next)).status).toBe('open')
  })

  it('doesn’t open together with another one', async () => {
    const towerId = app.company.towers.find(({ name }) => name === 'Commerce')!.id
    const scopeOf = (...environments: ('production' | 'test')[]) => ({ kind: 'tower' as const, id: towerId, environments })
    await cancelUnfinished(app, { kind: 'tower', id: towerId })
    const first = await schedule(scopeOf('production', 'test'), 1)
    const second = await schedule(scopeOf('test'), 20)
    const independent = await schedule({ kind: 'tower', id: towerId, environments: ['development'] }, 20)
    clockOffsetMs = 21 * dayMs
    for (let n = 0; n < 2; n++) {
      await Promise.all([advance(app), advance(app)])
      await app.drain()
      const statuses = await Promise.all([first, second, independent].map(async (review) => (await reviewRow(app, review)).status))
      expect(statuses).toEqual(['open', 'scheduled', 'open'])
    }
  })
})

describe('reviewers who leave', () => {
  it('lets the substitute reviewer decide for a reviewer who has left', async () => {
    const { review } = await open(6)
    await app.db.updateTable('people').set({ active: false }).where('id', '=', id('Grace')).execute()
    expect((await decideItem(app, 'Daniel', review, { [id('Priya')]: 'keep' })).status).toBe(200)
    await app.db.updateTable('people').set({ active: true }).where('id', '=', id('Grace')).execute()
    expect((await decideItem(app, 'Daniel', review, { [id('Priya')]: 'remove' })).status).toBe(403)
  })
})

describe('recurring reviews', () => {
  it('schedules the next review once, with the same settings', async () => {
    const { review } = await open(6, { recurrence: 'quarterly' })
    clockOffsetMs = 8.1 * dayMs
    await advance(app)
    await waitUntilApplied(review)
    const row = await reviewRow(app, review)
    const next = await app.db.selectFrom('access_reviews').selectAll().where('previous_id', '=', review).execute()
    expect(next).toMatchObject([{ status: 'scheduled', name: row.name, group_id: row.group_id, recurrence: 'quarterly', days: 8 }])
    expect(next[0]!.starts_at).toEqual(addMonths(row.starts_at, 3))
    expect(next[0]!.reference).not.toBe(row.reference)
    const named = await app.db.selectFrom('access_review_named').select('person_id').where('review_id', '=', next[0]!.id).execute()
    expect(named).toEqual([{ person_id: id('Grace') }])
  })

  it.each([
    ['2026-01-31T09:00:00.000Z', 3, '2026-04-30T09:00:00.000Z'],
    ['2026-11-30T09:00:00.000Z', 3, '2027-02-28T09:00:00.000Z'],
    ['2026-06-15T09:00:00.000Z', 12, '2027-06-15T09:00:00.000Z'],
  ])('calculates the date from %s, %i months later', (from, months, to) => {
    expect(addMonths(new Date(from), months).toISOString()).toBe(to)
  })
})
