import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, grantAccessTo } from './access.fixture.ts'

let app: TestApp
let given: Awaited<ReturnType<typeof grantAccessTo>>
let path: string
beforeAll(async () => {
  app = await startTestApp()
  given = await grantAccessTo(app, accountOf(app, 0), { durationHours: 48 })
  path = `/accounts/${accountOf(app, 0).id}/groups/${given.group.id}/assignments`
})
afterAll(() => app.close())

const as = (who: string) => app.as(app.persona(who).id)

describe('listGroupAssignments', () => {
  it('lists current members with reason and end date, without ended assignments', async () => {
    for (const who of ['Daniel', 'Niamh', 'Grace']) {
      const { status, body } = await as(who).get(path)
      expect(status).toBe(200)
      expect(body).toMatchObject([{ id: given.assignment.id, person: { id: app.persona('Priya').id }, via: 'request', status: 'active' }])
    }
    await as('Priya').delete(given.path)
    expect((await as('Daniel').get(path)).body).toEqual([])
  })

  roleSuite(
    'listGroupAssignments',
    () => app,
    () => ({ path }),
  )

  it('returns 404 for a group of another account', async () => {
    const other = accountOf(app, 1)
    expect((await as('Daniel').get(`/accounts/${other.id}/groups/${given.group.id}/assignments`)).status).toBe(404)
  })
})
