import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, decideAll, grantAccessTo, groupOf, openReview, path, plan, startReviewApp } from './reviews.fixture.ts'

let app: TestApp
let byOwners: string
let byGrace: string
let plannedReviewId: string
beforeAll(async () => {
  app = await startReviewApp()
  const account = accountOf(app, 0)
  const group = await groupOf(app, accountOf(app, 1))
  for (const each of [await groupOf(app, account), group]) await grantAccessTo(app, each, id('Priya'))
  byOwners = await openReview(app, { kind: 'account', id: account.id }, { name: 'Owners decide' })
  byGrace = await openReview(
    app,
    { kind: 'group', id: group.id },
    { name: 'Grace decides', reviewers: 'named', reviewerIds: [id('Grace')] },
    'Niamh',
  )
  const startsAt = new Date(Date.now() + 10 * 86_400_000).toISOString()
  plannedReviewId = (await app.as(id('Niamh')).post(path, plan({ kind: 'account', id: account.id }, { startsAt }))).body.id
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const list = async (givenName: string, query = '') => (await app.as(id(givenName)).get(`${path}?${query}`)).body
const ids = async (givenName: string, query = '') => (await list(givenName, query)).items.map((item: { id: string }) => item.id)

describe('listAccessReviews', () => {
  it('lists the reviews in which the caller decides, with their open items', async () => {
    expect(await ids('Daniel', 'show=decide')).toEqual([byOwners])
    const { items } = await list('Grace', 'show=decide')
    expect(items).toMatchObject([{ id: byGrace, name: 'Grace decides', status: 'open', scope: { kind: 'group' } }])
    const [{ progress }] = items
    expect(progress).toMatchObject({ keep: 0, remove: 0, mine: progress.memberships, minePending: progress.memberships })
    await decideAll(app, 'Grace', byGrace, 'keep')
    expect((await list('Grace', 'show=decide')).items[0].progress).toMatchObject({
      keep: progress.memberships,
      pending: 0,
      minePending: 0,
    })
  })

  it('lists the reviews of their scopes for owners and leads, and all reviews for administrators and auditors', async () => {
    expect(await ids('Daniel', 'show=mine')).toEqual([plannedReviewId, byGrace, byOwners])
    expect(await ids('Niamh', 'show=mine')).toEqual([plannedReviewId, byGrace])
    expect(await ids('Margaret')).toEqual([plannedReviewId, byGrace, byOwners])
    expect(await ids('Grace')).toEqual([plannedReviewId, byGrace, byOwners])
  })

  it('filters, searches and sorts', async () => {
    expect(await ids('Niamh', 'filter=status==scheduled')).toEqual([plannedReviewId])
    expect(await ids('Niamh', 'search=grace')).toEqual([byGrace])
    expect(await ids('Niamh', 'sort=startsAt')).toEqual([byOwners, byGrace, plannedReviewId])
    expect((await app.as(id('Niamh')).get(`${path}?filter=secret==1`)).status).toBe(400)
  })

  it('lists nothing for people without a part in a review, including the reviewed members', async () => {
    expect(await list('Tomasz')).toMatchObject({ items: [], total: 0 })
    expect(await ids('Priya')).toEqual([])
  })

  it('reports whether the caller can start reviews', async () => {
    expect((await list('Daniel')).can).toEqual({ create: true })
    expect((await list('Margaret')).can).toEqual({ create: true })
    expect((await list('Tomasz')).can).toEqual({ create: expect.any(String) })
  })

  roleSuite(
    'listAccessReviews',
    () => app,
    () => ({ path }),
  )
})
