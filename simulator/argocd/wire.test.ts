import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWorld, type TestWorld } from '../../server/clients/testWorld.ts'
import { validateArgocd } from '../../test/validateArgocd.ts'
import type { Exchange } from '../core/exchangeLog.ts'
import { argocdToken } from './token.ts'

let world: TestWorld
const exchanges: Exchange[] = []
beforeAll(async () => {
  world = await startTestWorld()
  world.sim.asyncDelayMs = 0
  world.sim.exchanges.onExchange((exchange) => exchange.service === 'argocd' && exchanges.push(exchange))
})
afterAll(() => world.close())

const project = 'checkout-basket-dev'
const argocd = () => world.clients.argocd!
const spec = {
  project,
  source: { repoURL: 'https://github.com/northgate/checkout-deploy.git', path: 'apps/x', targetRevision: 'main' },
  destination: { name: 'aks-retail-nonprod', namespace: project },
}
const messageOf = async (promise: Promise<unknown>) => promise.catch((error: Error) => error.message)
const raw = (path: string, token = argocdToken, init: RequestInit = {}) =>
  fetch(`${world.sim.origins.argocd}/api/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })

it('supports every method of Slipway’s client', async () => {
  expect((await argocd().getProject(project))?.metadata.labels).toHaveProperty(['slipway/subscription'])
  expect(await argocd().getProject('nobodys')).toBeUndefined()
  expect((await argocd().listApplications(project)).length).toBeGreaterThan(1)
  expect(await argocd().createApplication('wire', spec)).toMatchObject({
    metadata: { name: 'wire' },
    status: { health: { status: 'Missing' } },
  })
  // A repeated creation changes nothing. A different application with the same name is rejected, and no application moves to another
  // project.
  expect(await argocd().createApplication('wire', spec)).toMatchObject({ metadata: { name: 'wire' } })
  expect(await argocd().createApplication('wire', { ...spec, destination: { ...spec.destination, namespace: `${project}-two` } })).toBe(
    'nameTaken',
  )
  expect(await messageOf(argocd().createApplication('wire-2', { ...spec, project: 'nobodys' }))).toContain(
    'references project nobodys which does not exist',
  )
  await argocd().replaceSpec('wire', { ...spec, source: { ...spec.source, path: 'apps/y' } })
  expect(
    await messageOf(argocd().replaceSpec('wire', { ...spec, destination: { server: 'https://elsewhere', namespace: 'x' } })),
  ).toContain('do not match any of the allowed destinations')
  const syncBody = { project, revision: 'v1', prune: true, infos: [{ name: 'slipway-deployment', value: '1' }] }
  expect(await argocd().sync('wire', syncBody)).toBe('started')
  expect(await argocd().getApplication('wire', project, true)).toMatchObject({
    status: { sync: { status: 'Synced' }, operationState: { phase: 'Succeeded', operation: { info: [{ value: '1' }] } } },
  })
  expect(await argocd().getApplication('wire', 'checkout-basket-test')).toBeUndefined()
  world.sim.faults.add({
    service: 'argocd',
    method: 'GET',
    count: 1,
    action: { kind: 'status', status: 403, body: { message: 'permission denied', code: 7 } },
  })
  expect(await messageOf(argocd().getApplication('wire', project))).toContain('permission denied')

  world.sim.faults.add({ service: 'argocd', path: '/sync$', action: { kind: 'stuck' } })
  expect([await argocd().sync('wire', syncBody), await argocd().sync('wire', syncBody)]).toEqual(['started', 'busy'])
  world.sim.faults.clear()
  world.sim.asyncDelayMs = 60_000
  await argocd().deleteApplication('wire', project)
  expect(await argocd().getApplication('wire', project)).toMatchObject({ metadata: { deletionTimestamp: expect.any(String) } })
  expect(await messageOf(argocd().sync('wire', syncBody))).toContain('application is deleting')
  await argocd().deleteApplication('there-is-none', project)

  const repository = { repo: 'https://github.com/northgate/checkout-private.git', project, type: 'git' } as const
  expect(await messageOf(argocd().putRepository(repository, {}))).toContain('authentication required')
  await argocd().putRepository(repository, { username: 'x', password: 'a-secret-of-some-length' })
  expect(await argocd().getRepository(repository.repo, project)).toMatchObject({ connectionState: { status: 'Successful' } })
  expect((await argocd().listRepositories(project)).map(({ repo }) => repo)).toContain(repository.repo)
  expect(JSON.stringify(exchanges) + world.log()).not.toContain('a-secret-of-some-length')
  expect(world.log()).not.toContain(argocdToken)
})

it('hides missing objects from callers who don’t name the project, and all objects without the token', async () => {
  expect((await raw('/applications/there-is-none')).status).toBe(403)
  expect((await raw('/applications/there-is-none?project=x')).status).toBe(404)
  expect(await (await raw('/applications', 'another-token')).json()).toEqual({
    error: 'invalid session: token is malformed',
    message: 'invalid session: token is malformed',
    code: 16,
  })
  const deletionResponse = await raw('/applications/checkout-basket-dev-api?cascade=false', argocdToken, { method: 'DELETE' })
  expect([deletionResponse.status, (await raw('/applications/checkout-basket-dev-api?project=checkout-basket-dev')).status]).toEqual([
    200, 404,
  ])
})

it('matches Argo CD’s specification', ({ skip }) => {
  const verdict = validateArgocd(exchanges)
  skip(!verdict, 'there is no description to judge by')
  expect(verdict!.violations).toEqual([])
  expect(verdict!.notValidated).toEqual([])
  expect(Object.keys(verdict!.validated).sort()).toEqual([
    'ApplicationService_Create',
    'ApplicationService_Delete',
    'ApplicationService_Get',
    'ApplicationService_List',
    'ApplicationService_Sync',
    'ApplicationService_UpdateSpec',
    'ProjectService_Get',
    'RepositoryService_CreateRepository',
    'RepositoryService_Get',
    'RepositoryService_ListRepositories',
  ])
  expect(Object.values(verdict!.validated).reduce((sum, count) => sum + count)).toBe(exchanges.length)
})

it('reports deviations from the specification', ({ skip }) => {
  const [validExchange] = exchanges.filter(({ method, status }) => method === 'POST' && status === 200)
  const verdict = validateArgocd([
    { ...validExchange!, query: { upsert: 'perhaps', mine: '1' } },
    { ...validExchange!, responseBody: { metadata: { name: 7 }, spec: { sources: 'none' }, extra: 1 } },
    { ...validExchange!, path: '/api/v1/nowhere' },
  ])
  skip(!verdict, 'there is no description to judge by')
  expect(verdict!.violations.map((each) => each.split(' ').slice(2).join(' '))).toEqual([
    'query upsert: not a boolean',
    'query mine: unknown',
    'answer.metadata.name: not a string',
    'answer.spec.sources: not a list',
    'answer.extra: unknown',
  ])
  expect(verdict!.notValidated).toEqual(['POST /api/v1/nowhere'])
})
