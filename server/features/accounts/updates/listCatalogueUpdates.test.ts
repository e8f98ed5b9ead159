import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { services } from './services.fixture.ts'

let app: TestApp
let updates: ReturnType<typeof services>
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  updates = services(app)
})
afterAll(() => app.close())

const path = (account: { id: string }) => `/accounts/${account.id}/updates/catalogue`

describe('listCatalogueUpdates', () => {
  it('returns changes of services, newest first, to owners and auditors', async () => {
    const account = updates.loadFree(0)
    const firstUpdate = await updates.ask(account)
    await updates.vote('Ravi', firstUpdate, 'reject')
    const secondUpdate = await updates.ask(account)
    await app.as(app.persona('Daniel').id).patch(`/accounts/myAccounts/${account.id}`, { costCentre: 'CC-4' })
    for (const givenName of ['Daniel', 'Grace']) {
      const response = await app.as(app.persona(givenName).id).get(path(account))
      expect(response.body).toMatchObject([
        { id: secondUpdate.id, status: 'pending_approval', waitingFor: 'Family owner', runStatus: null },
        { id: firstUpdate.id, status: 'rejected', waitingFor: null, requester: { displayName: 'Daniel Okoro' } },
      ])
    }
  })

  roleSuite(
    'listCatalogueUpdates',
    () => app,
    () => ({ path: path(updates.loadFree(0)) }),
  )

  it('returns 404 for an unknown account', async () => {
    const response = await app.as(app.persona('Daniel').id).get(path({ id: '00000000-0000-4000-8000-000000000000' }))
    expect([response.status, response.body.code]).toEqual([404, 'notFound'])
  })
})
