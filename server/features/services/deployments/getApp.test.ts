import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { describeServiceError } from '../../../clients/serviceResponse.ts'
import { commit, type DeployWorld, newApp, startDeployWorld } from './deployments.fixture.ts'

let world: DeployWorld
beforeAll(async () => {
  world = await startDeployWorld()
})
afterEach(() => world.simulator.faults.clear())
afterAll(() => world.close())

const get = (name: string, accountId = world.account.id) => world.pipeline.post('/argo/GetApp', { accountId, name })

describe('getApp', () => {
  it('shows the application’s status and the results of its deployments', async () => {
    const { body } = await world.pipeline.post('/argo/UpdateApp', newApp(world, 'basket-seen'))
    expect((await get('basket-seen')).body.deployments).toMatchObject([{ id: body.id }])
    await world.drain()
    expect(await get('basket-seen')).toMatchObject({
      status: 200,
      body: {
        project: 'checkout-basket-dev',
        problem: null,
        live: {
          sync: 'Synced',
          health: 'Healthy',
          revision: commit,
          operation: { phase: 'Succeeded' },
          source: { repository: 'https://github.com/northgate/checkout-deploy.git', path: 'apps/basket-seen', targetRevision: commit },
          destination: { namespace: 'checkout-basket-dev' },
          removing: false,
        },
        deployments: [{ id: body.id, status: 'succeeded', deployedRevision: commit, keyName: world.keyName }],
      },
    })
    const events = await world.db.selectFrom('audit_events').select('id').where('operation', '=', 'getApp').execute()
    expect(events).toEqual([])
  })

  it('shows the recorded data while Argo CD is unavailable', async () => {
    world.simulator.faults.add({ service: 'argocd', action: { kind: 'status', status: 418 } })
    const { status, body } = await get('basket-seen')
    expect([status, body.live, body.problem]).toEqual([200, null, describeServiceError('Argo CD', 418, undefined, undefined)])
    expect(body.deployments).toMatchObject([{ status: 'succeeded' }])
  })

  roleSuite(
    'getApp',
    () => world,
    () => ({ path: '/argo/GetApp', body: { accountId: world.account.id, name: 'checkout-basket-dev-api' } }),
  )

  it('returns 404 for an application of another account', async () => {
    const [foreignResponse, unknownResponse] = [await get('loyalty-points-ledger-test-api'), await get('there-is-none')]
    expect([foreignResponse.status, foreignResponse.body.message]).toEqual([404, unknownResponse.body.message])
    expect((await get('loyalty-points-ledger-test-api', world.foreign.id)).status).toBe(404)
  })

  it('rejects every first path segment except the configured one', async () => {
    for (const path of ['/snow/GetApp', '/accounts/GetApp', '/ARGO/GetApp', '/deploymentTool/GetApp'])
      expect((await world.pipeline.post(path, { accountId: world.account.id, name: 'x' })).status).toBe(
        path === '/accounts/GetApp' ? 405 : 404,
      )
  })

  it('rejects an invalid name', async () => {
    expect((await get('a/../b')).body.code).toBe('invalidRequest')
  })
})
