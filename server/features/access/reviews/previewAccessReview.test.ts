import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOwners, newPerson, towerLeads } from '../../../../test/adversary/world.ts'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { previewProblems } from './preview.ts'
import {
  accountOf,
  directoryDown,
  grantAccessTo,
  groupOf,
  itemRows,
  membersOf,
  openReview,
  path,
  plan,
  startReviewApp,
} from './reviews.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startReviewApp()
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const preview = (givenName: string, body: object) => app.as(id(givenName)).post(`${path}/preview`, body)
const accountScope = (n: number, overrides: object = {}) => ({
  scope: { kind: 'account', id: accountOf(app, n).id },
  reviewers: 'owners',
  reviewerIds: [],
  ...overrides,
})

describe('previewAccessReview', () => {
  it('counts the members and names the reviewers without writing anything', async () => {
    const account = accountOf(app, 0)
    const [readers, contributors] = [await groupOf(app, account, 'readers'), await groupOf(app, account)]
    await grantAccessTo(app, contributors, id('Daniel'))
    const { body, status } = await preview('Daniel', accountScope(0))
    expect(status).toBe(200)
    const memberIdsInGroups = [...(await membersOf(app, readers)), ...(await membersOf(app, contributors))]
    expect(body.problem).toBe(null)
    expect(body.memberships).toBeGreaterThanOrEqual(memberIdsInGroups.length)
    expect(body.directoryAnswered).toBe(true)
    const daniel = body.reviewers.find(({ person }: { person: { id: string } }) => person.id === id('Daniel'))
    expect(daniel.memberships).toBeLessThan(body.memberships)
    expect(body.reassigned).toBe(0)
    expect(await app.db.selectFrom('access_reviews').select('id').execute()).toEqual([])
  })

  it('counts the items that go to substitute reviewers', async () => {
    const { body } = await preview('Daniel', accountScope(0, { reviewers: 'named', reviewerIds: [id('Daniel')] }))
    expect(body.reassigned).toBe(1)
    expect(body.reviewers[0]).toMatchObject({ person: { id: id('Daniel') }, memberships: body.memberships - 1 })
  })

  it('returns the reason why the review can’t be started', async () => {
    expect((await preview('Daniel', accountScope(0, { reviewers: 'named' }))).body.problem).toBe(previewProblems.noReviewer)
    const empty = await groupOf(app, accountOf(app, 1))
    for (const person of await membersOf(app, empty)) await app.context.clients.graph.removeGroupMember(empty.directory_group_id!, person)
    const { body } = await preview('Daniel', accountScope(1, { scope: { kind: 'group', id: empty.id } }))
    expect(body).toMatchObject({ problem: previewProblems.noMembers, memberships: 0 })
  })

  it('counts the recorded members while the directory does not respond', async () => {
    const fault = directoryDown(app, '/\\$batch', 3_600)
    const { body } = await preview('Daniel', accountScope(2))
    app.simulator.faults.remove(fault)
    expect(body).toMatchObject({ problem: null, memberships: 0, directoryAnswered: false })
  })

  it('returns the 20 earliest reviews of the scope and counts all of them', async () => {
    const { towerId } = accountOf(app, 3)
    const reviewed = app.company.accounts.filter((account) => account.towerId === towerId && account.status === 'active').slice(0, 22)
    const startsAt = new Date(Date.now() + 86_400_000).toISOString()
    for (const { id: account } of reviewed) {
      const response = await app.as(id('Niamh')).post(path, plan({ kind: 'account', id: account }, { startsAt }))
      expect(response.status).toBe(201)
    }
    const { body } = await preview('Niamh', accountScope(3, { scope: { kind: 'tower', id: towerId } }))
    expect([body.unfinished.length, body.unfinishedCount]).toEqual([20, 22])
    await app.db.updateTable('access_reviews').set({ status: 'cancelled' }).execute()
  })

  describe('while the tower is reviewed', () => {
    const tower = () => ({ kind: 'tower' as const, id: accountOf(app, 0).towerId })
    const account = () => ({ kind: 'account' as const, id: accountOf(app, 0).id })
    const cancelAll = () =>
      app.db.updateTable('access_reviews').set({ status: 'cancelled' }).where('status', 'in', ['scheduled', 'open']).execute()
    const factsOf = (review: { id: string; reference: string; name: string }, isVisible: boolean) =>
      isVisible
        ? { id: review.id, reference: review.reference, name: review.name, createdBy: { id: id('Niamh') } }
        : { id: null, reference: null, name: null, createdBy: null }

    it.each([
      ['only the dates to an owner of an account', 'Daniel', false],
      ['the review to a lead of the tower', 'Margaret', true],
    ])('shows %s', async (_, givenName, isVisible) => {
      const startsAt = new Date(Date.now() + 86_400_000).toISOString()
      const { body: review } = await app.as(id('Niamh')).post(path, plan(tower(), { name: 'Suspicious access', startsAt }))
      const caller = app.as(id(givenName))
      expect((await caller.get(`${path}/${review.id}`)).status === 200).toBe(isVisible)
      const { body } = await preview(givenName, accountScope(0))
      const dates = { startsAt: review.startsAt, dueAt: review.dueAt, status: 'scheduled', canEnd: false }
      expect(body).toMatchObject({ unfinishedCount: 1, unfinished: [{ ...factsOf(review, isVisible), ...dates }] })
      const created = await caller.post(path, plan(account(), { startsAt }))
      expect(created).toMatchObject({ status: 409, body: { code: 'conflict' } })
      const facts = [review.id, review.reference, review.name, app.persona('Niamh').displayName]
      expect(facts.filter((fact) => JSON.stringify(created.body).includes(fact))).toEqual(isVisible ? facts.slice(1) : [])
      await cancelAll()
    })

    it('hides the review from an owner who no longer leads the tower, and from a lead of another tower', async () => {
      const [formerLead, other] = [await newPerson(app), app.company.towers.find(({ id }) => id !== tower().id)!]
      await accountOwners(app, account().id).grant(formerLead)
      const lead = towerLeads(app, tower().id)
      await lead.grant(formerLead)
      await app.as(id('Niamh')).post(path, plan(tower(), { startsAt: new Date(Date.now() + 86_400_000).toISOString() }))
      const namesIn = async () =>
        (await app.as(formerLead).post(`${path}/preview`, accountScope(0))).body.unfinished.map(
          ({ name }: { name: string | null }) => name !== null,
        )
      expect(await namesIn()).toEqual([true])
      await lead.revoke(formerLead)
      expect(await namesIn()).toEqual([false])
      await towerLeads(app, other.id).grant(formerLead)
      expect(await namesIn()).toEqual([false])
      await cancelAll()
    })

    it.each([
      ['names the open review to an owner who decides in it', 'owners' as const, true],
      ['hides the open review from an owner who doesn’t decide in it', 'named' as const, false],
    ])('%s', async (_, reviewers, isVisible) => {
      const reviewerIds = reviewers === 'named' ? [id('Grace')] : []
      await grantAccessTo(app, await groupOf(app, accountOf(app, 0)), id('Priya'))
      const reviewId = await openReview(app, tower(), { reviewers, reviewerIds }, 'Niamh')
      expect((await itemRows(app, reviewId)).has(id('Priya'))).toBe(true)
      const { body: review } = await app.as(id('Niamh')).get(`${path}/${reviewId}`)
      const { body } = await preview('Daniel', accountScope(0))
      expect(body).toMatchObject({ unfinishedCount: 1, unfinished: [{ ...factsOf(review, isVisible), status: 'open' }] })
      await cancelAll()
    })
  })

  roleSuite(
    'previewAccessReview',
    () => app,
    () => ({ path: `${path}/preview`, body: accountScope(0) }),
  )
})
