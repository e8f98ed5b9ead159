import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { type DeployWorld, newApp, rowOf, startDeployWorld } from './deployments.fixture.ts'

let world: DeployWorld
let forwardMs = 0
beforeAll(async () => {
  world = await startDeployWorld({ now: () => new Date(Date.now() + forwardMs) })
})
afterEach(() => {
  forwardMs = 0
  world.simulator.faults.clear()
  world.forget()
})
afterAll(() => world.close())

const remove = (name: string, accountId = world.account.id) => world.pipeline.post('/argo/RemoveApp', { accountId, name })
const appName = (part: string) => `checkout-basket-dev-${part}`

describe('removeApp', () => {
  it('removes the application with its resources in the cluster, and waits until it no longer exists', async () => {
    const response = await remove(appName('api'))
    expect(response.status).toBe(202)
    expect(response.body).toMatchObject({ action: 'remove', app: appName('api'), revision: null })
    expect((await remove(appName('api'))).body.id).toBe(response.body.id)
    await world.drain()
    expect(await rowOf(world, response.body.id)).toMatchObject({ status: 'succeeded', result: expect.stringContaining('removed') })
    expect(world.exchanges('DELETE')).toMatchObject([
      {
        path: `/api/v1/applications/${appName('api')}`,
        query: { project: 'checkout-basket-dev', cascade: 'true', propagationPolicy: 'foreground' },
      },
    ])
    expect((await remove(appName('api'))).status).toBe(404)
  })

  roleSuite(
    'removeApp',
    () => world,
    () => ({ path: '/argo/RemoveApp', body: { accountId: world.account.id, name: appName('web') } }),
  )

  it('returns 404 for another account, and for an application of another account', async () => {
    const foreignName = 'loyalty-points-ledger-test-api'
    expect((await remove(foreignName, world.foreign.id)).status).toBe(404)
    const [foreignResponse, unknownResponse] = [await remove(foreignName), await remove('there-is-none')]
    expect([foreignResponse.status, foreignResponse.body.message]).toEqual([404, unknownResponse.body.message])
    expect(world.exchanges('DELETE')).toEqual([])
  })

  it('fails when a finalizer never ends', async () => {
    world.simulator.faults.add({ service: 'argocd', method: 'DELETE', action: { kind: 'stuck' } })
    const { body } = await remove(appName('web'))
    const step = () =>
      world.db
        .selectFrom('work_steps')
        .innerJoin('work_runs', 'work_runs.id', 'work_steps.run_id')
        .select(['note', 'checkpoint'])
        .where('subject_id', '=', body.id)
        .where('work_steps.name', '=', 'verifyRemoved')
        .executeTakeFirstOrThrow()
    await until(async () => (await step()).note !== null)
    expect((await step()).note).toContain(`Service ${appName('web')}, Deployment`)
    forwardMs = 16 * 60_000
    await world.drain()
    const { status, result } = await rowOf(world, body.id)
    expect(status).toBe('failed')
    expect(result).toContain('resources-finalizer.argocd.argoproj.io')
    const response = await world.pipeline.post('/argo/GetApp', { accountId: world.account.id, name: appName('web') })
    expect(response.body.live).toMatchObject({ removing: true })
  })

  it('rejects a body with unknown fields', async () => {
    const response = await world.pipeline.post('/argo/RemoveApp', { ...newApp(world, 'x') })
    expect([response.status, response.body.code]).toEqual([400, 'invalidRequest'])
  })
})
