import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import {
  accountOf,
  decideAll,
  decideOn,
  grantAccessTo,
  groupOf,
  itemRows,
  itemsFor,
  membersOf,
  openReview,
  path,
  reviewRow,
  startReviewApp,
} from './reviews.fixture.ts'

let app: TestApp
/** A review of one group by its account’s owners, with Priya and with Daniel, who is an owner. */
let review: string
let group: Awaited<ReturnType<typeof groupOf>>
beforeAll(async () => {
  app = await startReviewApp()
  group = await groupOf(app, accountOf(app, 0))
  await grantAccessTo(app, group, id('Priya'), id('Daniel'))
  review = await openReview(app, { kind: 'group', id: group.id })
})
afterAll(() => app.close())

const id = (who: string) => app.persona(who).id
const decisionOf = async (who: string) => (await itemRows(app, review)).get(id(who))!
const others = async () => [...(await itemRows(app, review)).keys()].filter((person) => person !== id('Priya') && person !== id('Daniel'))

describe('decideAccessReviewItems', () => {
  it('records a decision with its reviewer, time and reason, and removes nothing yet', async () => {
    const answer = await decideOn(app, 'Daniel', review, { [id('Priya')]: 'remove' }, ' No longer in the team. ')
    expect(answer.status).toBe(200)
    expect(answer.body.items).toMatchObject([
      { decision: 'remove', reason: 'No longer in the team.', decidedBy: { displayName: 'Daniel Okoro' }, can: { decide: true } },
    ])
    expect(await decisionOf('Priya')).toMatchObject({ decided_by: id('Daniel'), decided_by_name: 'Daniel Okoro', result: null })
    expect(await membersOf(app, group)).toContain(id('Priya'))
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'decideAccessReviewItems')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ before: [{ decision: 'pending' }], after: [{ decision: 'remove', reason: 'No longer in the team.' }] })
  })

  it('lets the reviewer change or clear a decision', async () => {
    await decideOn(app, 'Daniel', review, { [id('Priya')]: 'keep' }, 'After all.')
    expect(await decisionOf('Priya')).toMatchObject({ decision: 'keep', reason: 'After all.' })
    await decideOn(app, 'Daniel', review, { [id('Priya')]: 'pending' }, 'x')
    expect(await decisionOf('Priya')).toMatchObject({ decision: 'pending', reason: '', decided_by: null, decided_at: null })
  })

  it('accepts many decisions in one call, in their order', async () => {
    const people = await others()
    const answer = await decideOn(app, 'Daniel', review, Object.fromEntries(people.map((person) => [person, 'keep'])))
    expect(answer.body.items.map((item: { person: { id: string } }) => item.person.id)).toEqual(people)
  })

  it('keeps the last of many concurrent decisions on one item', async () => {
    const choices = Array.from({ length: 20 }, (_, n): 'keep' | 'remove' => (n % 2 === 0 ? 'keep' : 'remove'))
    const answers = await Promise.all(choices.map((decision) => decideOn(app, 'Daniel', review, { [id('Priya')]: decision })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(['keep', 'remove']).toContain((await decisionOf('Priya')).decision)
  })

  it('lets people decide on themselves in a self-review, and denies all others', async () => {
    const own = await openReview(app, { kind: 'group', id: group.id }, { reviewers: 'self', reasonToKeep: true })
    expect((await itemsFor(app, 'Priya', own)).map((item) => item.person.displayName)).toEqual(['Priya Raman'])
    expect((await decideOn(app, 'Priya', own, { [id('Priya')]: 'keep' }, 'On call every third week.')).status).toBe(200)
    expect((await decideOn(app, 'Priya', own, { [id('Daniel')]: 'remove' })).status).toBe(403)
  })

  it('asks the substitute reviewer where people would decide on themselves', async () => {
    const named = await openReview(app, { kind: 'group', id: group.id }, { reviewers: 'named', reviewerIds: [id('Priya')] })
    const items = await itemsFor(app, 'Niamh', named)
    const decidersOf = (who: string) => items.find((item) => item.person.id === id(who))!.deciders.map((person) => person.id)
    expect(decidersOf('Daniel')).toEqual([id('Priya')])
    expect(decidersOf('Priya')).toContain(id('Daniel'))
    expect((await decideOn(app, 'Priya', named, { [id('Daniel')]: 'keep' })).status).toBe(200)
    expect((await decideOn(app, 'Priya', named, { [id('Priya')]: 'keep' })).status).toBe(403)
    expect((await decideOn(app, 'Daniel', named, { [id('Priya')]: 'remove' })).status).toBe(200)
  })

  it('accepts decisions of the current owners, not of those at the opening', async () => {
    const { id: accountId } = accountOf(app, 0)
    const owners = await app.db.selectFrom('account_owners').selectAll().where('account_id', '=', accountId).execute()
    const tomasz = { account_id: accountId, person_id: id('Tomasz'), position: 9 }
    expect((await decideOn(app, 'Tomasz', review, { [id('Priya')]: 'keep' })).status).toBe(403)
    await app.db.insertInto('account_owners').values(tomasz).execute()
    expect((await decideOn(app, 'Tomasz', review, { [id('Daniel')]: 'keep' })).status).toBe(200)
    await app.db.deleteFrom('account_owners').where('person_id', '=', id('Tomasz')).where('account_id', '=', accountId).execute()
    expect((await decideOn(app, 'Tomasz', review, { [id('Daniel')]: 'remove' })).status).toBe(403)
    expect(owners.length).toBeGreaterThan(1)
  })

  roleSuite(
    'decideAccessReviewItems',
    () => app,
    async () => ({
      path: `${path}/${review}/decisions`,
      body: { items: [{ id: (await decisionOf('Priya')).id, decision: 'keep', reason: '' }] },
    }),
  )

  it('denies the reviewed person, also as owner, administrator or both', async () => {
    const before = await decisionOf('Daniel')
    const answer = await decideOn(app, 'Daniel', review, { [id('Daniel')]: 'keep' })
    expect(answer).toMatchObject({ status: 403, body: { message: expect.stringMatching(/^You can't decide on your own membership/) } })
    const body = { items: [{ id: before.id, decision: 'keep', reason: '' }] }
    expect((await app.as(id('Daniel'), ['Slipway.Admin']).post(`${path}/${review}/decisions`, body)).status).toBe(403)
    expect(await decisionOf('Daniel')).toEqual(before)
    // The database rejects it, too.
    const write = app.db
      .updateTable('access_review_items')
      .set({ decision: 'keep', decided_by: id('Daniel'), decided_by_name: 'x', decided_at: new Date() })
      .where('id', '=', before.id)
      .execute()
    await expect(write).rejects.toMatchObject({ constraint: 'nobody_reviews_themselves' })
  })

  it('denies an administrator who isn’t a reviewer, and an auditor', async () => {
    expect((await decideOn(app, 'Niamh', review, { [id('Priya')]: 'keep' })).status).toBe(403)
    expect((await decideOn(app, 'Grace', review, { [id('Priya')]: 'keep' })).status).toBe(403)
  })

  it('rejects all if one item isn’t theirs, is of another review, or is repeated', async () => {
    const [person] = await others()
    const was = (await itemRows(app, review)).get(person!)!
    expect((await decideOn(app, 'Daniel', review, { [person!]: 'remove', [id('Daniel')]: 'remove' })).status).toBe(403)
    const decisions = `${path}/${review}/decisions`
    const item = { id: was.id, decision: 'remove', reason: '' }
    const daniel = app.as(id('Daniel'))
    expect((await daniel.post(decisions, { items: [item, { ...item, id: crypto.randomUUID() }] })).status).toBe(404)
    const twice = { ...item, id: was.id.toUpperCase() }
    expect(await daniel.post(decisions, { items: [item, twice] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'items.1.id' }] },
    })
    expect((await itemRows(app, review)).get(person!)).toEqual(was)
  })

  it('rejects keeping without a required reason, at its place', async () => {
    const strict = await openReview(app, { kind: 'group', id: group.id }, { reasonToKeep: true })
    const [one, other] = await others()
    const answer = await decideOn(app, 'Daniel', strict, { [one!]: 'remove', [other!]: 'keep' }, ' ')
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([{ field: 'items.1.reason' }])
    expect([...(await itemRows(app, strict)).values()].every((item) => item.decision === 'pending')).toBe(true)
  })

  it('rejects decisions after the review closed', async () => {
    const short = await openReview(app, { kind: 'group', id: group.id }, { reviewers: 'named', reviewerIds: [id('Grace'), id('Ravi')] })
    await decideAll(app, 'Grace', short, 'keep')
    const { version } = await reviewRow(app, short)
    expect((await app.as(id('Daniel')).post(`${path}/${short}/close`, undefined, { 'if-match': `"${version}"` })).status).toBe(202)
    const answer = await decideOn(app, 'Grace', short, { [id('Priya')]: 'remove' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'wrongState' } })
    await app.drain()
    expect((await itemRows(app, short)).get(id('Priya'))).toMatchObject({ decision: 'keep', result: 'kept' })
  })
})
