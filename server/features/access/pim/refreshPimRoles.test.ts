import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, eligibleGroup, monitoringReader } from './pim.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const path = (n: number) => `/pim/${accountOf(app, n).id}/refreshPimRoles`
const refresh = (personaName: string, n: number, headers?: Record<string, string>) =>
  app.as(app.persona(personaName).id).get(path(n), headers)
const listRequests = () =>
  app.simulator.exchanges.list().filter((exchange) => exchange.path.includes('roleEligibilityScheduleInstances')).length
const inDatabase = async () => {
  const activations = await app.db.selectFrom('pim_activations').select('id').execute()
  const orders = await app.db.selectFrom('pim_orders').select('id').execute()
  return [activations.length, orders.length]
}

describe('refreshPimRoles', () => {
  it('reads from Azure, and changes only the cached roles', async () => {
    const countBefore = await inDatabase()
    const response = await refresh('Daniel', 0)
    expect(response.status).toBe(200)
    expect(response.body.items.map(({ name }: { name: string }) => name)).toEqual(['Contributor', 'Owner', 'User Access Administrator'])
    expect(await inDatabase()).toEqual(countBefore)
    const writeRequests = app.simulator.exchanges.list().filter(({ service, method }) => service === 'arm' && method !== 'GET')
    expect(writeRequests).toEqual([])
  })

  it('uses the cached response for ten seconds, to save Azure’s quota', async () => {
    await refresh('Daniel', 1)
    const countBefore = listRequests()
    await Promise.all([refresh('Daniel', 1), refresh('Daniel', 1), refresh('Daniel', 1)])
    expect(listRequests()).toBe(countBefore)
  })

  it('allows people who are eligible through a group', async () => {
    expect((await refresh('Priya', 2)).status).toBe(401)
    await eligibleGroup(app, accountOf(app, 3).subscriptionId, monitoringReader, [app.persona('Priya').id])
    expect((await refresh('Priya', 3)).body.items).toMatchObject([{ name: 'Monitoring Reader' }])
  })

  roleSuite(
    'refreshPimRoles',
    () => app,
    () => ({ path: path(4) }),
  )

  it.each([
    ['a script of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
    ['an image on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a link on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['a link on a sister site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
  ])('denies %s without a call to Azure', async (_, headers) => {
    const countBefore = listRequests()
    const response = await refresh('Daniel', 5, headers)
    expect([response.status, response.body.code]).toEqual([403, 'crossSite'])
    expect(listRequests()).toBe(countBefore)
  })

  it('returns 404 for an unknown account', async () => {
    const response = await app.as(app.persona('Daniel').id).get('/pim/00000000-0000-4000-8000-000000000000/refreshPimRoles')
    expect(response.status).toBe(404)
  })
})
