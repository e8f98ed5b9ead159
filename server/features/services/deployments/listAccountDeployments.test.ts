import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { deploymentsOf } from '../../../clients/argocd/argocdView.ts'
import { projectProblems } from '../../../clients/argocd/project.ts'
import { describeServiceError } from '../../../clients/serviceResponse.ts'
import { type DeployWorld, newApp, startDeployWorld } from './deployments.fixture.ts'

let world: DeployWorld
beforeAll(async () => {
  world = await startDeployWorld()
})
afterEach(() => {
  world.simulator.faults.clear()
  world.forget()
})
afterAll(() => world.close())

const path = () => `/accounts/${world.account.id}/deployments`
const list = async (query = '') => (await world.as(world.persona('Daniel').id).get(path() + query)).body

describe('listAccountDeployments', () => {
  it('shows running applications, allowed sources, deployments, and the keys that can deploy', async () => {
    const { body: response } = await world.pipeline.post('/argo/UpdateApp', newApp(world, 'basket-listed'))
    await world.drain()
    const body = await list()
    expect(body).toMatchObject({
      configured: true,
      problem: null,
      project: {
        name: 'checkout-basket-dev',
        destinations: [
          { cluster: 'aks-retail-nonprod', namespace: 'checkout-basket-dev' },
          { cluster: 'aks-retail-nonprod', namespace: 'checkout-basket-dev-*' },
        ],
      },
      deployments: [{ id: response.id, status: 'succeeded', keyName: world.keyName }],
      keys: [{ name: world.keyName }],
    })
    expect(body.apps.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['basket-listed', 'checkout-basket-dev-api', 'checkout-basket-dev-web']),
    )
    const listedApp = body.apps.find(({ name }: { name: string }) => name === 'basket-listed')
    expect(listedApp).toMatchObject({ live: { health: 'Healthy', sync: 'Synced' }, last: { id: response.id } })
    expect(body.repositories).toMatchObject([
      { repository: 'https://charts.northgate.example/retail', type: 'helm' },
      { repository: 'https://github.com/northgate/checkout-deploy.git', status: 'Successful' },
    ])
    expect(Object.keys(body.keys[0])).toEqual(['name', 'expiresAt', 'lastUsedAt'])
  })

  it('calls Argo CD at most once a minute, and again after a deployment', async () => {
    await list()
    const countBefore = world.exchanges().length
    await list()
    expect(world.exchanges()).toHaveLength(countBefore)
    await world.pipeline.post('/argo/UpdateApp', newApp(world, 'basket-fresh'))
    await world.drain()
    expect((await list()).apps.map(({ name }: { name: string }) => name)).toContain('basket-fresh')
  })

  it('shows the recorded data while Argo CD is unavailable, as in the dry run of a decommission', async () => {
    const deploymentsBefore = await deploymentsOf(world.context, world.account)
    expect(deploymentsBefore.apps).toContainEqual({
      name: 'basket-listed',
      health: 'Healthy',
      cluster: expect.any(String),
      namespace: 'checkout-basket-dev',
    })
    const fault = { kind: 'status', status: 418 } as const
    world.simulator.faults.add({ service: 'argocd', action: fault })
    await world.db
      .updateTable('deployments')
      .set({ ended_at: new Date(Date.now() + 5_000) })
      .where('app', '=', 'basket-fresh')
      .execute()
    const body = await list()
    expect(body).toMatchObject({
      configured: true,
      project: null,
      fetchedAt: null,
      problem: describeServiceError('Argo CD', 418, undefined, undefined),
    })
    expect(body.apps).toMatchObject([
      { name: 'basket-fresh', live: null, last: { status: 'succeeded' } },
      { name: 'basket-listed', live: null },
    ])
    const otherAccount = world.company.accounts.find(({ name }) => name === 'checkout-basket-test')!
    expect(await deploymentsOf(world.context, otherAccount)).toEqual({
      apps: [],
      problem: describeServiceError('Argo CD', 418, undefined, undefined),
    })
  })

  it('reports that the project is missing, or that Argo CD is not configured', async () => {
    const without = world.company.accounts.find(({ name, status }) => name.startsWith('bi-') && status === 'active')!
    const niamh = world.as(world.persona('Niamh').id)
    expect((await niamh.get(`/accounts/${without.id}/deployments`)).body).toMatchObject({
      configured: true,
      project: null,
      apps: [],
      problem: projectProblems.none(without.name),
    })
    const { argocd } = world.context.clients
    world.context.clients.argocd = undefined
    expect(await list()).toMatchObject({ configured: false, problem: null, deployments: [{}, {}] })
    world.context.clients.argocd = argocd
  })

  roleSuite(
    'listAccountDeployments',
    () => world,
    () => ({ path: path() }),
  )

  it('returns 404 for an unknown account', async () => {
    const niamh = world.as(world.persona('Niamh').id)
    expect((await niamh.get('/accounts/00000000-0000-4000-8000-000000000000/deployments')).status).toBe(404)
  })
})
