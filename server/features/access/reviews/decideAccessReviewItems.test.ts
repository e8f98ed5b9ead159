import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { cannotDecideOwn } from './policy.ts'
import {
  accountOf,
  decideAll,
  decideItem,
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
let review: string
let group: Awaited<ReturnType<typeof groupOf>>
beforeAll(async () => {
  app = await startReviewApp()
  group = await groupOf(app, accountOf(app, 0))
  await grantAccessTo(app, group, id('Priya'), id('Daniel'))
  review = await openReview(app, { kind: 'group', id: group.id })
})
afterAll(() => app.close())

const id = (personaName: string) => app.persona(personaName).id
const decisionOf = async (personaName: string) => (await itemRows(app, review)).get(id(personaName))!
const findOtherMemberIds = async (reviewId = review) =>
  [...(await itemRows(app, reviewId)).keys()].filter((person) => person !== id('Priya') && person !== id('Daniel'))

async function openSeparateReview(overrides: Parameters<typeof openReview>[2]): Promise<string> {
  const separateGroup = await groupOf(app, accountOf(app, 1))
  await grantAccessTo(app, separateGroup, id('Priya'), id('Daniel'))
  return openReview(app, { kind: 'group', id: separateGroup.id }, overrides)
}

describe('decideAccessReviewItems', () => {
  it('records a decision with its reviewer, time and reason, and removes nothing yet', async () => {
    const response = await decideItem(app, 'Daniel', review, { [id('Priya')]: 'remove' }, ' No longer in the team. ')
    expect(response.status).toBe(200)
    expect(response.body.items).toMatchObject([
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
    await decideItem(app, 'Daniel', review, { [id('Priya')]: 'keep' }, 'After all.')
    expect(await decisionOf('Priya')).toMatchObject({ decision: 'keep', reason: 'After all.' })
    await decideItem(app, 'Daniel', review, { [id('Priya')]: 'pending' }, 'x')
    expect(await decisionOf('Priya')).toMatchObject({ decision: 'pending', reason: '', decided_by: null, decided_at: null })
  })

  it('accepts many decisions in one call, in their order', async () => {
    const people = await findOtherMemberIds()
    const response = await decideItem(app, 'Daniel', review, Object.fromEntries(people.map((person) => [person, 'keep'])))
    expect(response.body.items.map((item: { person: { id: string } }) => item.person.id)).toEqual(people)
  })

  it('keeps the last of many concurrent decisions on one item', async () => {
    const choices = Array.from({ length: 20 }, (_, n): 'keep' | 'remove' => (n % 2 === 0 ? 'keep' : 'remove'))
    const responses = await Promise.all(choices.map((decision) => decideItem(app, 'Daniel', review, { [id('Priya')]: decision })))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(['keep', 'remove']).toContain((await decisionOf('Priya')).decision)
  })

  it('lets people decide on themselves in a self-review, and denies all others', async () => {
    const ownId = await openSeparateReview({ reviewers: 'self', reasonToKeep: true })
    expect((await itemsFor(app, 'Priya', ownId)).map((item) => item.person.displayName)).toEqual(['Priya Raman'])
    expect((await decideItem(app, 'Priya', ownId, { [id('Priya')]: 'keep' }, 'On call every third week.')).status).toBe(200)
    expect((await decideItem(app, 'Priya', ownId, { [id('Daniel')]: 'remove' })).status).toBe(403)
  })

  it('requests a decision from the substitute reviewer if people would decide on themselves', async () => {
    const named = await openSeparateReview({ reviewers: 'named', reviewerIds: [id('Priya')] })
    const items = await itemsFor(app, 'Niamh', named)
    const reviewersOf = (personaName: string) =>
      items.find((item) => item.person.id === id(personaName))!.deciders.map((person) => person.id)
    expect(reviewersOf('Daniel')).toEqual([id('Priya')])
    expect(reviewersOf('Priya')).toContain(id('Daniel'))
    expect((await decideItem(app, 'Priya', named, { [id('Daniel')]: 'keep' })).status).toBe(200)
    expect((await decideItem(app, 'Priya', named, { [id('Priya')]: 'keep' })).status).toBe(403)
    expect((await decideItem(app, 'Daniel', named, { [id('Priya')]: 'remove' })).status).toBe(200)
  })

  it('accepts decisions by the current owners, not by the owners when the review opened', async () => {
    const { id: accountId } = accountOf(app, 0)
    const owners = await app.db.selectFrom('account_owners').selectAll().where('account_id', '=', accountId).execute()
    const tomasz = { account_id: accountId, person_id: id('Tomasz'), position: 9 }
    expect((await decideItem(app, 'Tomasz', review, { [id('Priya')]: 'keep' })).status).toBe(403)
    await app.db.insertInto('account_owners').values(tomasz).execute()
    expect((await decideItem(app, 'Tomasz', review, { [id('Daniel')]: 'keep' })).status).toBe(200)
    await app.db.deleteFrom('account_owners').where('person_id', '=', id('Tomasz')).where('account_id', '=', accountId).execute()
    expect((await decideItem(app, 'Tomasz', review, { [id('Daniel')]: 'remove' })).status).toBe(403)
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

  it('denies the reviewed person, even as owner, administrator or both', async () => {
    const decisionBefore = await decisionOf('Daniel')
    const response = await decideItem(app, 'Daniel', review, { [id('Daniel')]: 'keep' })
    expect(response).toMatchObject({ status: 403, body: { message: cannotDecideOwn } })
    const body = { items: [{ id: decisionBefore.id, decision: 'keep', reason: '' }] }
    expect((await app.as(id('Daniel'), ['Slipway.Admin']).post(`${path}/${review}/decisions`, body)).status).toBe(403)
    expect(await decisionOf('Daniel')).toEqual(decisionBefore)
    const write = app.db
      .updateTable('access_review_items')
      .set({ decision: 'keep', decided_by: id('Daniel'), decided_by_name: 'x', decided_at: new Date() })
      .where('id', '=', decisionBefore.id)
      .execute()
    await expect(write).rejects.toMatchObject({ constraint: 'cannot_review_self' })
  })

  it('denies an administrator who isn’t a reviewer, and an auditor', async () => {
    expect((await decideItem(app, 'Niamh', review, { [id('Priya')]: 'keep' })).status).toBe(403)
    expect((await decideItem(app, 'Grace', review, { [id('Priya')]: 'keep' })).status).toBe(403)
  })

  it('rejects the whole call if one item isn’t the caller’s, is of another review, or is repeated', async () => {
    const [person] = await findOtherMemberIds()
    const previous = (await itemRows(app, review)).get(person!)!
    expect((await decideItem(app, 'Daniel', review, { [person!]: 'remove', [id('Daniel')]: 'remove' })).status).toBe(403)
    const decisions = `${path}/${review}/decisions`
    const item = { id: previous.id, decision: 'remove', reason: '' }
    const daniel = app.as(id('Daniel'))
    expect((await daniel.post(decisions, { items: [item, { ...item, id: crypto.randomUUID() }] })).status).toBe(404)
    const duplicate = { ...item, id: previous.id.toUpperCase() }
    expect(await daniel.post(decisions, { items: [item, duplicate] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'items.1.id' }] },
    })
    expect((await itemRows(app, review)).get(person!)).toEqual(previous)
  })

  it('rejects keeping without a required reason, and names the item', async () => {
    const strictReview = await openSeparateReview({ reasonToKeep: true })
    const [firstId, otherId] = await findOtherMemberIds(strictReview)
    const response = await decideItem(app, 'Daniel', strictReview, { [firstId!]: 'remove', [otherId!]: 'keep' }, ' ')
    expect(response.status).toBe(400)
    expect(response.body.errors).toMatchObject([{ field: 'items.1.reason' }])
    expect([...(await itemRows(app, strictReview)).values()].every((item) => item.decision === 'pending')).toBe(true)
  })

  it('rejects decisions after the review closed', async () => {
    const shortReview = await openSeparateReview({ reviewers: 'named', reviewerIds: [id('Grace'), id('Ravi')] })
    await decideAll(app, 'Grace', shortReview, 'keep')
    const { version } = await reviewRow(app, shortReview)
    expect((await app.as(id('Daniel')).post(`${path}/${shortReview}/close`, undefined, { 'if-match': `"${version}"` })).status).toBe(202)
    const response = await decideItem(app, 'Grace', shortReview, { [id('Priya')]: 'remove' })
    expect(response).toMatchObject({ status: 409, body: { code: 'wrongState' } })
    await app.drain()
    expect((await itemRows(app, shortReview)).get(id('Priya'))).toMatchObject({ decision: 'keep', result: 'kept' })
  })
})
