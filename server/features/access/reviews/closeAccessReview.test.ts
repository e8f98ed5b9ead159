import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, decideAll, groupOf, itemRows, openReview, path, reviewRow, startReviewApp } from './reviews.fixture.ts'

let app: TestApp
let review: string
beforeAll(async () => {
  app = await startReviewApp()
  const group = await groupOf(app, accountOf(app, 0))
  review = await openReview(app, { kind: 'group', id: group.id })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const close = (givenName: string, version?: number, of = review) =>
  app.as(id(givenName)).post(`${path}/${of}/close`, undefined, version === undefined ? {} : { 'if-match': `"${version}"` })

describe('closeAccessReview', () => {
  roleSuite(
    'closeAccessReview',
    () => app,
    () => ({ path: `${path}/${review}/close` }),
  )

  it('rejects a review with open items, and counts them', async () => {
    const { size } = await itemRows(app, review)
    expect(await close('Daniel')).toMatchObject({ status: 409, body: { message: expect.stringMatching(new RegExp(`^${size}\\b`)) } })
  })

  it('denies an owner who did not start the review, and rejects an old version', async () => {
    await decideAll(app, 'Daniel', review, 'keep')
    const otherId = accountOf(app, 0).ownerIds.find((owner) => owner !== id('Daniel'))!
    expect((await app.as(otherId).post(`${path}/${review}/close`)).status).toBe(403)
    expect((await close('Daniel', 1)).status).toBe(412)
    expect((await reviewRow(app, review)).status).toBe('open')
  })

  it('closes a fully decided review before its end, once for many calls', async () => {
    const { version } = await reviewRow(app, review)
    const responses = await Promise.all(Array.from({ length: 10 }, () => close('Daniel', version)))
    expect(responses.filter(({ status }) => status === 202).length).toBe(1)
    expect(responses.filter(({ status }) => status === 409 || status === 412).length).toBe(9)
    await app.drain()
    expect(await reviewRow(app, review)).toMatchObject({ status: 'applied', closed_by: id('Daniel') })
    expect([...(await itemRows(app, review)).values()].every((item) => item.result === 'kept')).toBe(true)
    expect((await close('Daniel')).body.code).toBe('wrongState')
  })
})
