import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Clients, createClients, type ExternalConfig } from './clients.ts'
import { startTestWorld, type TestWorld } from './testWorld.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clearCache())

function createFresh(changes: Partial<ExternalConfig> = {}): Clients {
  const clock = { now: Date.now, wait: async () => {} }
  return createClients({ ...world.config, ...changes }, { logger: { debug() {}, info() {}, warn() {} }, clock })
}
const person = () => world.sim.company.people[0]!
const tokenCalls = () => world.calls('identity').filter((call) => call.endsWith('/token'))

describe('createClients', () => {
  it('sends nothing before the first call, and requests one token per service', async () => {
    const { graph } = createFresh()
    expect([world.calls('identity'), world.calls('graph')]).toEqual([[], []])
    await Promise.all([graph.getUser(person().id), graph.getUser(person().id), graph.searchUsers('a')])
    expect(tokenCalls()).toHaveLength(1)
  })

  it('reports its own rejected credentials without retrying', async () => {
    const { graph } = createFresh({ clientSecret: 'not the secret' })
    await expect(graph.getUser(person().id)).rejects.toMatchObject({
      code: 'signInFailed',
      retryable: false,
      message: expect.stringContaining('Microsoft Graph'),
    })
    expect(tokenCalls()).toHaveLength(1)
  })

  it.each([
    ['fails', { kind: 'status', status: 503, body: { error: 'temporarily_unavailable' } }],
    ['throttles', { kind: 'status', status: 429, body: { error: 'too_many' }, headers: { 'retry-after': '1' } }],
    ['breaks the connection', { kind: 'reset', when: 'before' }],
  ] as const)('retries an issuer that %s', async (_, action) => {
    world.sim.faults.add({ service: 'identity', path: '/token', count: 2, action })
    expect(await createFresh().graph.getUser(person().id)).toMatchObject({ id: person().id })
    expect(world.sim.faults.apply({ service: 'identity', method: 'POST', url: '/token' })).toEqual([])
  })

  it('repeats a call with a new token after a claims challenge', async () => {
    const { graph } = createFresh()
    await graph.getUser(person().id)
    const claims = btoa('{"access_token":{"nbf":{"essential":true,"value":"1"}}}')
    const headers = { 'www-authenticate': `Bearer realm="", error="insufficient_claims", claims="${claims}"` }
    world.sim.faults.add({ service: 'graph', count: 1, action: { kind: 'status', status: 401, headers } })
    expect(await graph.getUser(person().id)).toMatchObject({ id: person().id })
    expect(tokenCalls()).toHaveLength(2)
  })
})
