import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { recommendationReasons } from './recommend.ts'
import { accountOf, decideItem, grantAccessTo, groupOf, itemRows, itemsFor, openReview, path, startReviewApp } from './reviews.fixture.ts'

let app: TestApp
let review: string
beforeAll(async () => {
  app = await startReviewApp()
  const group = await groupOf(app, accountOf(app, 0))
  await grantAccessTo(app, group, id('Priya'), id('Daniel'))
  review = await openReview(app, { kind: 'account', id: accountOf(app, 0).id })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const items = (givenName: string, query?: string) => itemsFor(app, givenName, review, query)

describe('listAccessReviewItems', () => {
  it('lists each membership by group and person, with the facts to decide', async () => {
    const all = await items('Grace')
    expect(all.length).toBe((await itemRows(app, review)).size + all.length - new Set(all.map((item) => item.person.id)).size)
    const names = all.map((item) => `${item.group.name} ${item.person.displayName}`)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
    expect(all.find((item) => item.person.id === id('Priya'))).toMatchObject({
      group: { roles: ['Contributor'] },
      via: null,
      recommendation: 'remove',
      recommendationReason: recommendationReasons.unused,
      decision: 'pending',
      decidedBy: null,
      can: { decide: expect.any(String) },
    })
  })

  it('shows owners the items that they decide on, but never items about themselves', async () => {
    const ownItems = await items('Daniel', 'show=mine&size=200')
    expect(ownItems.length).toBe((await items('Daniel')).length - 1)
    expect(ownItems.every((item) => item.can.decide === true && item.person.id !== id('Daniel'))).toBe(true)
  })

  it('pages and filters', async () => {
    await decideItem(app, 'Daniel', review, { [id('Priya')]: 'keep' })
    expect((await items('Daniel', 'filter=decision==keep')).map((item) => item.person.displayName)).toEqual(['Priya Raman'])
    expect((await items('Daniel', 'filter=decision==pending;recommendation==remove')).every((item) => item.decision === 'pending')).toBe(
      true,
    )
    expect((await items('Daniel', 'search=raman')).length).toBe(1)
    const firstResponse = await app.as(id('Daniel')).get(`${path}/${review}/items?size=2&page=2`)
    expect(firstResponse.body).toMatchObject({ page: 2, size: 2, items: [{}, {}] })
    expect((await app.as(id('Daniel')).get(`${path}/${review}/items?sort=secret`)).status).toBe(400)
  })

  roleSuite(
    'listAccessReviewItems',
    () => app,
    () => ({ path: `${path}/${review}/items` }),
  )

  it('denies the reviewed person', async () => {
    expect((await app.as(id('Priya')).get(`${path}/${review}/items`)).status).toBe(403)
  })
})
