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
const own = (part: string) => `checkout-basket-dev-${part}`

describe('removeApp', () => {
  it('removes the application with its resources in the cluster, and waits until it is gone', async () => {
    const answer = await remove(own('api'))
    expect(answer.status).toBe(202)
    expect(answer.body).toMatchObject({ action: 'remove', app: own('api'), revision: null })
    expect((await remove(own('api'))).body.id).toBe(answer.body.id)
    await world.drain()
    expect(await rowOf(world, answer.body.id)).toMatchObject({ status: 'succeeded', result: expect.stringContaining('removed') })
    expect(world.exchanges('DELETE')).toMatchObject([
      {
        path: `/api/v1/applications/${own('api')}`,
        query: { project: 'checkout-basket-dev', cascade: 'true', propagationPolicy: 'foreground' },
      },
    ])
    expect((await remove(own('api'))).status).toBe(404)
  })

  roleSuite(
    'removeApp',
    () => world,
    () => ({ path: '/argo/RemoveApp', body: { accountId: world.account.id, name: own('web') } }),
  )

  it('returns 404 for another account, and for an application of another account', async () => {
    const foreign = 'loyalty-points-ledger-test-api'
    expect((await remove(foreign, world.foreign.id)).status).toBe(404)
    const [theirs, nobodys] = [await remove(foreign), await remove('there-is-none')]
    expect([theirs.status, theirs.body.message]).toEqual([404, nobodys.body.message])
    expect(world.exchanges('DELETE')).toEqual([])
  })

  it('shows a failure when a finalizer never ends', async () => {
    world.simulator.faults.add({ service: 'argocd', method: 'DELETE', action: { kind: 'stuck' } })
    const { body } = await remove(own('web'))
    const step = () =>
      world.db
        .selectFrom('work_steps')
        .innerJoin('work_runs', 'work_runs.id', 'work_steps.run_id')
        .select(['note', 'checkpoint'])
        .where('subject_id', '=', body.id)
        .where('work_steps.name', '=', 'seeItGone')
        .executeTakeFirstOrThrow()
    await until(async () => (await step()).note !== null)
    expect((await step()).note).toContain(`Still there: Service ${own('web')}, Deployment`)
    forwardMs = 16 * 60_000
    await world.drain()
    const { status, result } = await rowOf(world, body.id)
    expect(status).toBe('failed')
    expect(result).toContain('Blocked by resources-finalizer.argocd.argoproj.io')
    // The removal in Argo CD stays visible, and a new deployment waits for it.
    const seen = await world.pipeline.post('/argo/GetApp', { accountId: world.account.id, name: own('web') })
    expect(seen.body.live).toMatchObject({ removing: true })
  })

  it('rejects a body with fields', async () => {
    const answer = await world.pipeline.post('/argo/RemoveApp', { ...newApp(world, 'x') })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalidRequest'])
  })
})
