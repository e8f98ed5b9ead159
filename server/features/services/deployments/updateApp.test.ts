import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { projectProblems } from '../../../clients/argocd/project.ts'
import { describeServiceError } from '../../../clients/serviceResponse.ts'
import { cluster, commit, type DeployWorld, newApp, rowOf, startDeployWorld } from './deployments.fixture.ts'

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

const deploy = (body: unknown) => world.pipeline.post('/argo/UpdateApp', body)
const statusOf = async (id: string) => (await rowOf(world, id)).status

describe('updateApp', () => {
  it('creates the application, syncs the revision and waits until it is healthy', async () => {
    const response = await deploy(newApp(world, 'basket-api', { prune: true }))
    expect(response.status).toBe(202)
    expect(response.headers.location).toBe('/argo/GetApp')
    expect(response.body).toMatchObject({ app: 'basket-api', action: 'deploy', status: 'queued', project: 'checkout-basket-dev' })
    await world.drain()
    expect(await rowOf(world, response.body.id)).toMatchObject({
      status: 'succeeded',
      revision: commit,
      deployed_revision: commit,
      result: expect.any(String),
      key_name: world.keyName,
    })
    const [created, synced] = world.exchanges('POST')
    expect(created).toMatchObject({ path: '/api/v1/applications', query: { upsert: 'false', validate: 'true' } })
    expect(created!.requestBody).toMatchObject({ spec: { project: 'checkout-basket-dev', source: { targetRevision: commit } } })
    expect(synced).toMatchObject({
      path: '/api/v1/applications/basket-api/sync',
      requestBody: { project: 'checkout-basket-dev', revision: commit, prune: true },
    })
    const named = world.exchanges('GET').filter(({ path }) => path.includes('/applications/'))
    expect(new Set(named.map(({ query }) => query.project))).toEqual(new Set(['checkout-basket-dev']))
  })

  it('requires only the revision for a later deployment, and keeps other people’s settings', async () => {
    const app = world.simulator.state.collection<{ spec: object }>('argocd.applications')
    const appBefore = app.get('basket-api')!
    app.set('basket-api', { ...appBefore, spec: { ...appBefore.spec, syncPolicy: { automated: { selfHeal: true } } } })
    const response = await deploy({ accountId: world.account.id, name: 'basket-api', revision: 'v1.4.0' })
    await world.drain()
    expect(await statusOf(response.body.id)).toBe('succeeded')
    expect(app.get('basket-api')).toMatchObject({
      spec: { syncPolicy: { automated: { selfHeal: true } }, source: { path: 'apps/basket-api', targetRevision: 'v1.4.0' } },
    })
  })

  it('returns the same deployment for the same request while it is in progress', async () => {
    world.simulator.asyncDelayMs = 700
    const [firstResponse, secondResponse] = await Promise.all([1, 2].map(() => deploy(newApp(world, 'basket-twice'))))
    expect(firstResponse!.body.id).toBe(secondResponse!.body.id)
    world.simulator.asyncDelayMs = 0
    await world.drain()
    const thirdResponse = await deploy(newApp(world, 'basket-twice'))
    expect(thirdResponse.body.id).not.toBe(firstResponse!.body.id)
    await world.drain()
    expect(world.exchanges('POST').filter(({ path }) => path.endsWith('/sync'))).toHaveLength(2)
  })

  it('queues a different revision, and replaces a queued revision with a newer one', async () => {
    world.simulator.asyncDelayMs = 700
    const firstResponse = await deploy(newApp(world, 'basket-queue', { revision: 'v1' }))
    await until(async () => (await statusOf(firstResponse.body.id)) === 'running')
    const secondResponse = await deploy(newApp(world, 'basket-queue', { revision: 'v2' }))
    const thirdResponse = await deploy(newApp(world, 'basket-queue', { revision: 'v3' }))
    expect(await rowOf(world, secondResponse.body.id)).toMatchObject({ status: 'superseded', result: expect.stringContaining('newer') })
    world.simulator.asyncDelayMs = 0
    await world.drain()
    expect(await Promise.all([firstResponse, thirdResponse].map(({ body }) => statusOf(body.id)))).toEqual(['succeeded', 'succeeded'])
    const synced = world.exchanges('POST').filter(({ path }) => path.endsWith('/sync'))
    expect(synced.map(({ requestBody }) => (requestBody as { revision: string }).revision)).toEqual(['v1', 'v3'])
  })

  it('waits for a different operation in Argo CD, and starts once if a response is lost', async () => {
    world.simulator.faults.add({
      service: 'argocd',
      method: 'POST',
      path: '/sync$',
      count: 1,
      action: {
        kind: 'status',
        status: 409,
        body: { error: 'another operation is already in progress', message: 'another operation is already in progress', code: 9 },
      },
    })
    world.simulator.faults.add({
      service: 'argocd',
      method: 'POST',
      path: '/sync$',
      skip: 1,
      count: 1,
      action: { kind: 'reset', when: 'after' },
    })
    const response = await deploy(newApp(world, 'basket-busy'))
    await world.drain()
    expect(await statusOf(response.body.id)).toBe('succeeded')
    const app = world.simulator.state.collection<{ syncs: unknown[] }>('argocd.applications').get('basket-busy')!
    expect(app.syncs).toHaveLength(1)
  })

  roleSuite(
    'updateApp',
    () => world,
    () => ({ path: '/argo/UpdateApp', body: newApp(world, 'refused') }),
  )

  it('returns 404 for another account, and for a key of another account', async () => {
    const otherKey = await world.withKey(['deploy'], { accountIds: [world.foreign.id] })
    const missingResponse = await deploy(newApp(world, 'x', { accountId: '00000000-0000-4000-8000-000000000000' }))
    const foreignResponse = await deploy(newApp(world, 'x', { accountId: world.foreign.id }))
    expect([foreignResponse.status, foreignResponse.body.message]).toEqual([missingResponse.status, missingResponse.body.message])
    expect(foreignResponse.status).toBe(404)
    // Calls with two keys alternate, because the response for one key must not be cached for the other (security A3.8).
    for (let turn = 0; turn < 3; turn++) {
      expect((await otherKey.caller.post('/argo/UpdateApp', newApp(world, 'basket-api'))).status).toBe(404)
      expect((await deploy(newApp(world, 'basket-api', { accountId: world.foreign.id }))).status).toBe(404)
    }
    expect(world.exchanges()).toEqual([])
  })

  it.each([
    ['a foreign namespace', { destination: { server: cluster, namespace: 'loyalty-points-ledger-test' } }],
    ['another cluster', { destination: { cluster: 'aks-retail-prod', namespace: 'checkout-basket-dev' } }],
    ['Argo CD’s own cluster', { destination: { server: 'https://kubernetes.default.svc', namespace: 'argocd' } }],
    ['a repository of another team', { source: { repository: 'https://github.com/northgate/loyalty-deploy.git', path: 'apps' } }],
    ['a host that isn’t allowed', { source: { repository: 'https://169.254.169.254/northgate/checkout-deploy.git', path: 'apps' } }],
  ])('denies %s', async (_title, overrides) => {
    const response = await deploy(newApp(world, 'outside', overrides))
    expect([response.status, response.body.code]).toEqual([403, 'forbidden'])
    expect(world.exchanges('POST')).toEqual([])
    const event = await world.db
      .selectFrom('audit_events')
      .select(['outcome', 'subject_id'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ outcome: 'denied', subject_id: world.account.id })
  })

  it.each([
    ['a wildcard namespace', { destination: { server: cluster, namespace: '*' } }],
    ['a path outside the repository', { source: { repository: 'https://github.com/northgate/checkout-deploy.git', path: '../../etc' } }],
    [
      'a values file at another URL',
      {
        source: { repository: 'https://github.com/northgate/checkout-deploy.git', path: 'a', valueFiles: ['https://evil.example/v.yaml'] },
      },
    ],
    ['two clusters', { destination: { server: cluster, cluster: 'aks-retail-nonprod', namespace: 'checkout-basket-dev' } }],
    ['a name with path segments', { name: '../../projects/default' }],
    [
      'a parameter that looks like a secret',
      {
        source: {
          repository: 'https://charts.northgate.example/retail',
          chart: 'web',
          parameters: [{ name: 'db.password', value: 'hunter22' }],
        },
      },
    ],
    ['an unknown field', { project: 'loyalty-points-ledger-test' }],
    ['a range as the revision', { revision: 'main..evil' }],
  ])('rejects %s', async (_title, overrides) => {
    const response = await deploy(newApp(world, 'invalid', overrides))
    expect([response.status, response.body.code]).toEqual([400, 'invalidRequest'])
    expect(JSON.stringify(response.body)).not.toContain('hunter22')
    expect(world.exchanges()).toEqual([])
  })

  it('rejects an inactive account', async () => {
    await world.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', world.account.id).execute()
    const response = await deploy(newApp(world, 'late'))
    await world.db.updateTable('accounts').set({ status: 'active' }).where('id', '=', world.account.id).execute()
    expect([response.status, response.body.code]).toEqual([409, 'wrongState'])
  })

  it('fails if the project is missing, belongs to another account, or has no owner label', async () => {
    const projects = world.simulator.state.collection<object>('argocd.projects')
    const project = (labels: object) => ({ metadata: { name: 'checkout-basket-dev', labels }, spec: {} })
    projects.set('checkout-basket-dev', project({}))
    expect((await deploy(newApp(world, 'x'))).body).toMatchObject({
      code: 'conflict',
      message: projectProblems.noOwner('checkout-basket-dev', world.account.subscriptionId!),
    })
    projects.set('checkout-basket-dev', project({ 'slipway/subscription': world.foreign.subscriptionId }))
    expect((await deploy(newApp(world, 'x'))).body).toMatchObject({
      code: 'conflict',
      message: projectProblems.otherOwner('checkout-basket-dev'),
    })
    projects.delete('checkout-basket-dev')
  })

  it('rejects a name in use by another project, without changing that project', async () => {
    const foreignName = 'loyalty-points-ledger-test-api'
    const response = await deploy(newApp(world, foreignName))
    await world.drain()
    expect(await rowOf(world, response.body.id)).toMatchObject({
      status: 'failed',
      result: expect.stringContaining(foreignName),
    })
    expect(world.simulator.state.collection('argocd.applications').get(foreignName)).toBeUndefined()
  })

  it.each([
    [
      'a source that Argo CD rejects',
      { source: { repository: 'https://github.com/northgate/checkout-deploy.git', path: 'apps/missing' } },
      undefined,
      'app path does not exist',
    ],
    [
      'a sync that fails',
      {},
      { kind: 'failAsync', code: 'Failed', message: 'one or more objects failed to apply' },
      'Job migrate: one or more objects failed to apply',
    ],
    [
      'a degraded app',
      {},
      { kind: 'failAsync', code: 'Degraded', message: 'exceeded its progress deadline' },
      'exceeded its progress deadline',
    ],
    ['a sync that never ends', {}, { kind: 'stuck' }, '30'],
  ] as const)('reports the failure of the deployment: %s', async (item, overrides, fault, text) => {
    const name = `basket-${item.length}`
    if (fault) world.simulator.faults.add({ service: 'argocd', method: 'POST', path: '/sync$', action: fault })
    const { body } = await deploy(newApp(world, name, overrides))
    if (fault) {
      const step = fault.kind === 'stuck' ? 'waitForSync' : 'waitUntilHealthy'
      const loadViews = async () => {
        const row = await world.db
          .selectFrom('work_steps')
          .innerJoin('work_runs', 'work_runs.id', 'work_steps.run_id')
          .select('checkpoint')
          .where('subject_id', '=', body.id)
          .where('work_steps.name', '=', step)
          .executeTakeFirst()
        return row?.checkpoint.since !== undefined || (await statusOf(body.id)) === 'failed'
      }
      await until(loadViews)
      forwardMs = 31 * 60_000
    }
    await world.drain()
    expect(await rowOf(world, body.id)).toMatchObject({ status: 'failed', result: expect.stringContaining(text) })
    expect(await world.db.selectFrom('work_runs').select('status').where('subject_id', '=', body.id).executeTakeFirstOrThrow()).toEqual({
      status: 'succeeded',
    })
  })

  it('notifies owners of failures once until a deployment succeeds', async () => {
    const missingResponse = { source: { repository: 'https://github.com/northgate/checkout-deploy.git', path: 'apps/missing' } }
    const attempt = async (overrides: Record<string, unknown>) => {
      const { body } = await deploy(newApp(world, 'basket-told', overrides))
      await world.drain()
      return statusOf(body.id)
    }
    const notifiedPeople = () =>
      world.db
        .selectFrom('notifications')
        .select(['person_id', 'title', 'body', 'subject_kind', 'subject_id'])
        .where('kind', '=', 'deploymentFailed')
        .where('title', 'like', 'basket-told %')
        .execute()
    expect([await attempt(missingResponse), await attempt(missingResponse)]).toEqual(['failed', 'failed'])
    const notifications = await notifiedPeople()
    expect(notifications.map(({ person_id }) => person_id).toSorted()).toEqual(world.account.ownerIds.toSorted())
    expect(notifications[0]).toMatchObject({
      title: expect.stringMatching(/^basket-told .*checkout-basket-dev/),
      body: expect.stringContaining('app path does not exist'),
      subject_kind: 'accountDeployments',
      subject_id: world.account.id,
    })
    expect([await attempt({}), await attempt(missingResponse)]).toEqual(['succeeded', 'failed'])
    expect(await notifiedPeople()).toHaveLength(notifications.length * 2)
  })

  it('lets an administrator retry a failed deployment unless there is a newer one', async () => {
    const denied = { kind: 'status', status: 403, body: { message: 'permission denied', code: 7 } } as const
    world.simulator.faults.add({ service: 'argocd', method: 'GET', path: '/applications/basket-stuck', skip: 1, count: 1, action: denied })
    const { body } = await deploy(newApp(world, 'basket-stuck'))
    await world.drain()
    expect(await rowOf(world, body.id)).toMatchObject({
      status: 'failed',
      result: expect.stringContaining(describeServiceError('Argo CD', 403, undefined, undefined).slice(0, -1)),
    })
    const run = await world.db.selectFrom('work_runs').select('id').where('subject_id', '=', body.id).executeTakeFirstOrThrow()
    const retry = () => world.as(world.persona('Niamh').id).post(`/work/${run.id}/steps/writeApplication/retry`)
    expect((await retry()).status).toBe(200)
    await world.drain()
    expect(await rowOf(world, body.id)).toMatchObject({ status: 'succeeded', result: expect.any(String) })

    world.simulator.faults.clear()
    world.simulator.faults.add({ service: 'argocd', method: 'GET', path: '/applications/basket-late', skip: 1, count: 1, action: denied })
    const oldResponse = await deploy(newApp(world, 'basket-late', { revision: 'v1' }))
    await world.drain()
    const newer = await deploy(newApp(world, 'basket-late', { revision: 'v2' }))
    await world.drain()
    expect(await statusOf(newer.body.id)).toBe('succeeded')
    const oldRun = await world.db
      .selectFrom('work_runs')
      .select('id')
      .where('subject_id', '=', oldResponse.body.id)
      .executeTakeFirstOrThrow()
    await world.as(world.persona('Niamh').id).post(`/work/${oldRun.id}/steps/writeApplication/retry`)
    await world.drain()
    expect(await statusOf(oldResponse.body.id)).toBe('failed')
    expect(world.simulator.state.collection('argocd.applications').get('basket-late')).toMatchObject({
      spec: { source: { targetRevision: 'v2' } },
    })
  })

  it('reports that Argo CD is unavailable or not configured', async () => {
    world.simulator.faults.add({ service: 'argocd', action: { kind: 'status', status: 400, body: { error: 'x', message: 'x', code: 3 } } })
    expect((await deploy(newApp(world, 'x'))).body.code).toBe('outsideFailed')
    const { argocd } = world.context.clients
    world.context.clients.argocd = undefined
    expect((await deploy(newApp(world, 'x'))).body).toMatchObject({
      status: 503,
      code: 'notSetUp',
      message: expect.stringContaining('SLIPWAY_ARGOCD_ENDPOINT'),
    })
    world.context.clients.argocd = argocd
  })
})
