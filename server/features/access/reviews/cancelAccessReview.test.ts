import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import {
  accountOf,
  advance,
  decideAll,
  groupOf,
  membersOf,
  notificationsAbout,
  openReview,
  path,
  plan,
  reviewRow,
  startReviewApp,
} from './reviews.fixture.ts'

let app: TestApp
let clockOffsetMs = 0
let review: string
beforeAll(async () => {
  app = await startReviewApp({ now: () => new Date(Date.now() + clockOffsetMs) })
  const group = await groupOf(app, accountOf(app, 0))
  review = await openReview(app, { kind: 'group', id: group.id }, { reviewers: 'named', reviewerIds: [id('Grace'), id('Ravi')] })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const cancel = (givenName: string, of = review, body: object = { reason: 'The wrong group.' }, headers = {}) =>
  app.as(id(givenName)).post(`${path}/${of}/cancel`, body, headers)

describe('cancelAccessReview', () => {
  roleSuite(
    'cancelAccessReview',
    () => app,
    () => ({ path: `${path}/${review}/cancel`, body: { reason: 'The wrong group.' } }),
  )

  it('denies a reviewer, and rejects a call without a reason or with an old version', async () => {
    expect((await cancel('Ravi')).status).toBe(403)
    expect((await cancel('Daniel', review, {})).status).toBe(400)
    expect((await cancel('Daniel', review, { reason: '   ' })).status).toBe(400)
    expect((await cancel('Daniel', review, undefined, { 'if-match': '"1"' })).status).toBe(412)
    expect((await reviewRow(app, review)).status).toBe('open')
  })

  it('doesn’t remove access, notifies the reviewers, and is final', async () => {
    const group = await groupOf(app, accountOf(app, 0))
    const membersBefore = await membersOf(app, group)
    await decideAll(app, 'Grace', review, 'remove')
    expect((await cancel('Daniel')).body).toMatchObject({ status: 'cancelled', cancelReason: 'The wrong group.' })
    await app.drain()
    expect(await membersOf(app, group)).toEqual(membersBefore)
    const cancellations = (await notificationsAbout(app, review)).filter(({ kind }) => kind === 'accessReview.cancelled')
    expect(cancellations.map(({ person }) => person)).toEqual(expect.arrayContaining([app.persona('Grace').displayName, 'Ravi Deshmukh']))
    expect((await cancel('Daniel')).body).toMatchObject({ code: 'wrongState' })
    expect((await app.as(id('Daniel')).post(`${path}/${review}/close`)).status).toBe(409)
  })

  it('cancels a scheduled review, which then never opens', async () => {
    const startsAt = new Date(Date.now() + 86_400_000).toISOString()
    const { body } = await app.as(id('Daniel')).post(path, plan({ kind: 'account', id: accountOf(app, 0).id }, { startsAt }))
    expect((await cancel('Daniel', body.id)).status).toBe(200)
    clockOffsetMs = 2 * 86_400_000
    await advance(app)
    await app.drain()
    clockOffsetMs = 0
    expect((await reviewRow(app, body.id)).status).toBe('cancelled')
    expect(await notificationsAbout(app, body.id)).toEqual([])
  })
})
