import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../../test/app.ts'
import { type StepContext, Wait } from '../../../../workflows/workflow.ts'
import { insertReview } from '../queries.ts'
import { recommendationReasons } from '../recommend.ts'
import {
  accountOf,
  directoryDown,
  grantAccessTo,
  groupOf,
  itemRows,
  openReview,
  plan,
  reviewRow,
  startReviewApp,
} from '../reviews.fixture.ts'
import type { ReviewInput } from './reviewInput.ts'
import { takeSnapshot } from './snapshot.ts'

let app: TestApp
beforeAll(async () => {
  app = await startReviewApp()
})
afterAll(() => app.close())

const dayMs = 86_400_000
const id = (givenName: string) => app.persona(givenName).id
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

async function insertGrant(
  group: { id: string; directory_group_id: string | null },
  personId: string,
  since: Date,
  endsAt: Date | null = null,
) {
  await grantAccessTo(app, group, personId)
  const grant = { id: randomUUID(), group_id: group.id, person_id: personId, via: 'admin' as const, request_id: null, ends_at: endsAt }
  await app.db
    .insertInto('group_assignments')
    .values({ ...grant, granted_by: null, reason: null, duration_hours: null, remind_at: null, starts_at: since, status: 'active' })
    .execute()
}

describe('openAccessReview', () => {
  it('recommends removal of people who left, moved or did not use the access', async () => {
    const account = accountOf(app, 0)
    const group = await groupOf(app, account)
    const [left, movedPerson, idlePerson, newPerson] = app.company.people
      .filter((person) => person.enabled && !person.persona && person.department === 'Commerce')
      .slice(40, 44)
      .map((person) => person.id)
    for (const person of [left!, movedPerson!, idlePerson!]) await insertGrant(group, person, daysAgo(200))
    await insertGrant(group, newPerson!, daysAgo(5), new Date(Date.now() + 30 * dayMs))
    await app.db.updateTable('people').set({ active: false }).where('id', '=', left!).execute()
    await app.db
      .updateTable('people')
      .set({ department: 'Supply Chain', updated_at: daysAgo(10) })
      .where('id', '=', movedPerson!)
      .execute()
    const items = await itemRows(app, await openReview(app, { kind: 'group', id: group.id }))
    const recommendationOf = (person: string | undefined) => {
      const { recommendation, recommendation_reason } = items.get(person!)!
      return [recommendation, recommendation_reason]
    }
    expect(recommendationOf(left)).toEqual(['remove', recommendationReasons.left])
    expect(recommendationOf(movedPerson)).toEqual(['remove', recommendationReasons.movedFrom('Commerce', 'Supply Chain')])
    expect(recommendationOf(idlePerson)).toEqual(['remove', recommendationReasons.unused])
    expect(recommendationOf(newPerson)).toEqual(['keep', recommendationReasons.recent])
    expect(items.get(newPerson!)).toMatchObject({ use_known: true, via: 'admin', until: expect.any(Date) })
    const commerce = [...items.values()].filter((item) => item.department === 'Commerce').length
    expect(items.get(idlePerson!)!.peers).toBe(commerce - 1)
  })

  it('ignores missing use of roles that only read, because reads aren’t logged', async () => {
    const group = await groupOf(app, accountOf(app, 0), 'readers')
    await insertGrant(group, id('Priya'), daysAgo(200))
    const priya = (await itemRows(app, await openReview(app, { kind: 'group', id: group.id }))).get(id('Priya'))!
    expect(priya).toMatchObject({ use_known: false, recommendation: 'keep' })
    expect(priya.recommendation_reason).toBe(recommendationReasons.readsOnly)
  })

  it('shows the date of the person’s last change in the account', async () => {
    const account = accountOf(app, 1)
    const { subscription_id: subscription } = await app.db
      .selectFrom('accounts')
      .select('subscription_id')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    const uses = await app.context.clients.arm.listLastChanges(subscription!, new Date())
    const [person, lastSeenAt] = [...uses].find(([personId]) => app.company.people.some((each) => each.id === personId && each.enabled))!
    const group = await groupOf(app, account)
    await insertGrant(group, person, daysAgo(200))
    const item = (await itemRows(app, await openReview(app, { kind: 'group', id: group.id }))).get(person)!
    expect(item.last_used_at).toEqual(lastSeenAt)
    const unusedDays = Math.floor((app.context.now().getTime() - lastSeenAt.getTime()) / 86_400_000)
    expect([recommendationReasons.inUse, recommendationReasons.unusedFor(unusedDays)]).toContain(item.recommendation_reason)
  })

  it('lists a membership once despite several grants, and skips memberships that are being revoked', async () => {
    const group = await groupOf(app, accountOf(app, 2))
    await insertGrant(group, id('Priya'), daysAgo(100), new Date(Date.now() + dayMs))
    await app.db
      .insertInto('group_assignments')
      .values({
        id: randomUUID(),
        group_id: group.id,
        person_id: id('Priya'),
        via: 'adopted',
        request_id: null,
        granted_by: null,
        reason: null,
        duration_hours: null,
        remind_at: null,
        ends_at: null,
        starts_at: daysAgo(300),
        status: 'active',
      })
      .execute()
    await insertGrant(group, id('Tomasz'), daysAgo(100))
    await app.db.updateTable('group_assignments').set({ status: 'revoking' }).where('person_id', '=', id('Tomasz')).execute()
    const items = await itemRows(app, await openReview(app, { kind: 'group', id: group.id }))
    expect(items.get(id('Priya'))).toMatchObject({ via: 'admin', until: null })
    expect(Math.round((Date.now() - items.get(id('Priya'))!.since!.getTime()) / dayMs)).toBe(100)
    expect(items.has(id('Tomasz'))).toBe(false)
  })

  it('waits for the directory, and then continues with only the recorded members', async () => {
    const group = await groupOf(app, accountOf(app, 3))
    await insertGrant(group, id('Priya'), daysAgo(100))
    const reviewId = randomUUID()
    const start = { startsAt: new Date(Date.now() + dayMs), createdBy: id('Daniel'), previousId: null, now: new Date() }
    await insertReview(app.db, { ...plan({ kind: 'group', id: group.id }), id: reviewId, ...start })
    const run = (checkpoint: Record<string, unknown>) =>
      takeSnapshot.run({
        ...app.context,
        runId: randomUUID(),
        subjectId: reviewId,
        input: { reviewId },
        output: () => undefined as never,
        checkpoint,
        saveCheckpoint: async (next) => void Object.assign(checkpoint, next),
        attempt: 1,
        signal: new AbortController().signal,
      } satisfies StepContext<ReviewInput>)
    const fault = directoryDown(app, '/\\$batch', 3_600)
    const checkpoint: Record<string, unknown> = {}
    expect(await run(checkpoint)).toBeInstanceOf(Wait)
    expect((await reviewRow(app, reviewId)).directory_answered).toBe(null)
    checkpoint['since'] = Date.now() - 11 * 60_000
    expect(await run(checkpoint)).toEqual({ memberships: 1 })
    app.simulator.faults.remove(fault)
    expect((await reviewRow(app, reviewId)).directory_answered).toBe(false)
    expect([...(await itemRows(app, reviewId)).keys()]).toEqual([id('Priya')])
    expect(await run({})).not.toEqual({ memberships: 1 })
  })

  it('makes managers in the directory reviewers, even managers whom the sync has not copied', async () => {
    const account = accountOf(app, 4)
    const group = await groupOf(app, account)
    const person = app.company.people.find((each) => each.enabled && !each.persona && each.managerId && each.department === 'Commerce')!
    await grantAccessTo(app, group, person.id)
    await app.db.updateTable('people').set({ manager_id: null }).where('id', '=', person.id).execute()
    const review = await openReview(app, { kind: 'group', id: group.id }, { reviewers: 'managers' })
    const item = (await itemRows(app, review)).get(person.id)!
    const reviewers = await app.db.selectFrom('access_review_deciders').selectAll().where('item_id', '=', item.id).execute()
    expect(reviewers).toMatchObject([{ person_id: person.managerId, tier: 1 }])
  })
})
