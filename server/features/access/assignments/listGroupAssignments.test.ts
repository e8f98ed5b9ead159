import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, grantAccessTo } from './access.fixture.ts'

let app: TestApp
let grantedAccess: Awaited<ReturnType<typeof grantAccessTo>>
let path: string
beforeAll(async () => {
  app = await startTestApp()
  grantedAccess = await grantAccessTo(app, accountOf(app, 0), { durationHours: 48 })
  path = `/accounts/${accountOf(app, 0).id}/groups/${grantedAccess.group.id}/assignments`
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

describe('listGroupAssignments', () => {
  it('lists current members with reason and end date, but not ended assignments', async () => {
    for (const givenName of ['Daniel', 'Niamh', 'Grace']) {
      const { status, body } = await as(givenName).get(path)
      expect(status).toBe(200)
      expect(body).toMatchObject([
        { id: grantedAccess.assignment.id, person: { id: app.persona('Priya').id }, via: 'request', status: 'active' },
      ])
    }
    await as('Priya').delete(grantedAccess.path)
    expect((await as('Daniel').get(path)).body).toEqual([])
  })

  roleSuite(
    'listGroupAssignments',
    () => app,
    () => ({ path }),
  )

  it('returns 404 for a group of another account', async () => {
    const otherAccount = accountOf(app, 1)
    expect((await as('Daniel').get(`/accounts/${otherAccount.id}/groups/${grantedAccess.group.id}/assignments`)).status).toBe(404)
  })
})
