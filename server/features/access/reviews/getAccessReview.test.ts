import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, groupOf, openReview, path, startReviewApp } from './reviews.fixture.ts'

let app: TestApp
let review: string
beforeAll(async () => {
  app = await startReviewApp()
  const group = await groupOf(app, accountOf(app, 0))
  review = await openReview(app, { kind: 'group', id: group.id }, { reviewers: 'named', reviewerIds: [id('Tomasz'), id('Ravi')], days: 8 })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const get = (givenName: string) => app.as(id(givenName)).get(`${path}/${review}`)

describe('getAccessReview', () => {
  it('shows the review’s scope, reviewers, progress and allowed actions', async () => {
    const { body } = await get('Daniel')
    expect(body).toMatchObject({
      id: review,
      scope: { kind: 'group', accountId: accountOf(app, 0).id },
      status: 'open',
      named: [{ id: id('Tomasz') }, { id: id('Ravi') }],
      directoryAnswered: true,
      run: { kind: 'openAccessReview', status: 'succeeded', about: { name: 'Spring clean' } },
      resolved: { kept: 0, removed: 0, gone: 0, failed: 0, pending: 0 },
      digest: null,
      can: { cancel: true, export: true, close: expect.stringMatching(/^\d+ /) },
    })
    expect(body.progress).toMatchObject({ mine: 0, pending: body.progress.memberships })
  })

  it('shows reviewers only the facts for their decision', async () => {
    const { body } = await get('Tomasz')
    expect(body.progress.minePending).toBe(body.progress.memberships)
    expect(body.can).toEqual({
      close: expect.any(String),
      cancel: expect.any(String),
      export: expect.any(String),
      follow: expect.any(String),
    })
    expect((await get('Grace')).status).toBe(200)
  })

  roleSuite(
    'getAccessReview',
    () => app,
    () => ({ path: `${path}/${review}`, outsider: id('Priya') }),
  )

  it('returns 404 for an unknown review', async () => {
    expect((await app.as(id('Niamh')).get(`${path}/${randomUUID()}`)).status).toBe(404)
  })
})
