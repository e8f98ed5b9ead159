import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type AccessListApp, clientOf, references, startWithRequests } from './accessLists.fixture.ts'

let listApp: AccessListApp
beforeAll(async () => {
  listApp = await startWithRequests()
})
afterAll(() => listApp.app.close())

const path = '/account-access/access-requests'

describe('listAccessRequests', () => {
  it('lists the caller’s own requests, those for accounts that the caller owns, and everything for administrators and auditors', async () => {
    const { first, second: secondItem, analyst, owners } = listApp
    const allReferences = [owners, analyst, secondItem, first].map((each) => each.body.reference)
    for (const personaName of ['Daniel', 'Niamh', 'Grace']) {
      const response = await clientOf(listApp.app, personaName).get(path)
      expect(references(response.body)).toEqual(allReferences)
      expect(response.headers.link).toBeUndefined()
    }
    expect(references((await clientOf(listApp.app, 'Tomasz').get(path)).body)).toEqual([analyst.body.reference])
    expect((await clientOf(listApp.app, 'Ewa').get(path)).body).toEqual([])
  })

  roleSuite(
    'listAccessRequests',
    () => listApp.app,
    () => ({ path }),
  )
})
