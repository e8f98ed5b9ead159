import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { as, ask, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const references = async (who: string, path = '/sandbox-access/requests') =>
  (await as(app, who).get(path)).body.map((each: { reference: string }) => each.reference)

describe('listSandboxAccessRequests', () => {
  it('lists the caller’s own, those for their sandboxes, and all for administrators and auditors', async () => {
    const [mine, other] = [await teamSandbox(app), await teamSandbox(app, { ownedBy: ['Ravi'] })]
    const first = (await ask(app, mine)).body.reference
    const second = (await ask(app, other, { who: 'Tomasz' })).body.reference
    for (const who of ['Niamh', 'Grace']) expect((await references(who)).slice(0, 2)).toEqual([second, first])
    expect(await references('Daniel')).toContain(first)
    expect(await references('Daniel')).not.toContain(second)
    expect(await references('Tomasz')).toContain(second)
    expect(await references('Ewa')).not.toContain(first)
  })

  it('lists no access requests of accounts', async () => {
    const { body } = await ask(app, await teamSandbox(app))
    for (const who of ['Priya', 'Niamh', 'Daniel']) {
      expect(await references(who, '/account-access/access-requests')).not.toContain(body.reference)
      expect(await references(who)).toContain(body.reference)
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
