import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, requestAccess, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const references = async (personaName: string, path = '/sandbox-access/requests') =>
  (await clientOf(app, personaName).get(path)).body.map((each: { reference: string }) => each.reference)

describe('listSandboxAccessRequests', () => {
  it('lists the caller’s own requests, requests for their sandboxes, and all requests for administrators and auditors', async () => {
    const [ownSandbox, otherSandbox] = [await teamSandbox(app), await teamSandbox(app, { ownedBy: ['Ravi'] })]
    const firstReference = (await requestAccess(app, ownSandbox)).body.reference
    const secondReference = (await requestAccess(app, otherSandbox, { who: 'Tomasz' })).body.reference
    for (const personaName of ['Niamh', 'Grace'])
      expect((await references(personaName)).slice(0, 2)).toEqual([secondReference, firstReference])
    expect(await references('Daniel')).toContain(firstReference)
    expect(await references('Daniel')).not.toContain(secondReference)
    expect(await references('Tomasz')).toContain(secondReference)
    expect(await references('Ewa')).not.toContain(firstReference)
  })

  it('doesn’t list access requests of account groups', async () => {
    const { body } = await requestAccess(app, await teamSandbox(app))
    for (const personaName of ['Priya', 'Niamh', 'Daniel']) {
      expect(await references(personaName, '/account-access/access-requests')).not.toContain(body.reference)
      expect(await references(personaName)).toContain(body.reference)
    }
    expect(await references('Priya', '/account-access/userPendingAccessRequests')).not.toContain(body.reference)
    expect(await references('Daniel', '/account-access/ownerPendingAccessRequests')).not.toContain(body.reference)
  })

  roleSuite(
    'listSandboxAccessRequests',
    () => app,
    () => ({ path: '/sandbox-access/requests' }),
  )
})
