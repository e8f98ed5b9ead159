import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { type DeployWorld, newApp, startDeployWorld } from './deployments.fixture.ts'

let world: DeployWorld
let id: string
beforeAll(async () => {
  world = await startDeployWorld()
  id = (await world.pipeline.post('/argo/UpdateApp', newApp(world, 'basket-one'))).body.id
  await world.drain()
})
afterAll(() => world.close())

const path = (deployment = id, account = world.account.id) => `/accounts/${account}/deployments/${deployment}`
const as = (givenName: string) => world.as(world.persona(givenName).id)

describe('getAccountDeployment', () => {
  it('shows the request, and each completed step', async () => {
    const { status, body } = await as('Daniel').get(path())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      app: 'basket-one',
      status: 'succeeded',
      request: { source: { path: 'apps/basket-one' }, destination: { namespace: 'checkout-basket-dev' }, prune: false },
      run: { kind: 'deployApp', about: { name: 'basket-one of checkout-basket-dev', accountId: world.account.id } },
    })
    expect(body.run.steps.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual(
      ['waitForTurn', 'writeApplication', 'sync', 'waitForSync', 'waitUntilHealthy'].map((name) => [name, 'succeeded']),
    )
  })

  it('shows the key’s name in the account’s activity', async () => {
    const { body } = await as('Daniel').get(`/accounts/${world.account.id}/activity`)
    expect(body.items).toContainEqual(expect.objectContaining({ what: 'updateApp', person: { id: null, displayName: world.keyName } }))
  })

  roleSuite(
    'getAccountDeployment',
    () => world,
    () => ({ path: path() }),
  )

  it('returns 404 for a deployment of another account', async () => {
    const otherAccount = world.company.accounts.find(({ name }) => name === 'checkout-basket-prod')!
    expect((await as('Daniel').get(path(id, otherAccount.id))).status).toBe(404)
  })

  it('returns 404 for an unknown ID', async () => {
    expect((await as('Daniel').get(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
  })
})
