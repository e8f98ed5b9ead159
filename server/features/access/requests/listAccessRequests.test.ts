import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type AccessListApp, as, references, startWithRequests } from './accessLists.fixture.ts'

let started: AccessListApp
beforeAll(async () => {
  started = await startWithRequests()
})
afterAll(() => started.app.close())

const path = '/account-access/access-requests'

describe('listAccessRequests', () => {
  it('lists the caller’s own, those for their accounts, and all for administrators and auditors', async () => {
    const { first, second, analyst, owners } = started
    const all = [owners, analyst, second, first].map((each) => each.body.reference)
    for (const who of ['Daniel', 'Niamh', 'Grace']) {
      const answer = await as(started.app, who).get(path)
      expect(references(answer.body)).toEqual(all)
      expect(answer.headers.link).toBeUndefined()
    }
    expect(references((await as(started.app, 'Tomasz').get(path)).body)).toEqual([analyst.body.reference])
    expect((await as(started.app, 'Ewa').get(path)).body).toEqual([])
  })

  roleSuite(
    'listAccessRequests',
    () => started.app,
    () => ({ path }),
  )
})
