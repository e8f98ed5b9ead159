import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { servicenowClientId, servicenowClientSecret } from '../../simulator/servicenow/authentication.ts'
import { createClients } from './clients.ts'
import type { Servicenow } from './servicenow.ts'
import { startTestWorld, type TestWorld } from './testWorld.ts'

let world: TestWorld
let servicenow: Servicenow
beforeAll(async () => {
  world = await startTestWorld()
  servicenow = world.clients.servicenow
})
afterAll(() => world.close())
beforeEach(() => world.forget())

let made = 0
const wanted = () => ({ name: `ng-test-${++made}`, correlationId: crypto.randomUUID(), fields: { short_description: 'For a test' } })

describe('configuration items', () => {
  it('are found by a part of their name, in its order', async () => {
    const [account] = world.sim.company.accounts
    const found = await servicenow.findConfigurationItem(account!.name.slice(2).toUpperCase(), 10)
    expect(found.map(({ name }) => name)).toContain(account!.name)
    expect((await servicenow.findConfigurationItem('a', 5)).length).toBeLessThanOrEqual(5)
  })

  it.each(['', 'nothing is called this', 'zzz^ORname!=x', '^', 'javascript:gs.getUserID()', 'a\nb'])('are none for %j', async (name) => {
    expect(await servicenow.findConfigurationItem(name)).toEqual([])
  })

  it('are created once, read, and updated', async () => {
    const item = wanted()
    const created = await servicenow.createConfigurationItem(item)
    expect(created).toMatchObject({ name: item.name, correlation_id: item.correlationId, short_description: 'For a test' })
    expect((await servicenow.createConfigurationItem(item)).sys_id).toBe(created.sys_id)
    expect(await servicenow.getByCorrelationId(item.correlationId)).toMatchObject({ sys_id: created.sys_id })
    const updated = await servicenow.updateConfigurationItem(created.sys_id, { short_description: 'Changed' })
    expect(updated).toMatchObject({ sys_id: created.sys_id, short_description: 'Changed' })
    expect(await servicenow.getConfigurationItem(created.sys_id)).toMatchObject({ short_description: 'Changed' })
  })

  it('that do not exist are undefined', async () => {
    expect(await servicenow.getConfigurationItem('0'.repeat(32))).toBeUndefined()
    expect(await servicenow.getByCorrelationId('none')).toBeUndefined()
    expect(await servicenow.getByCorrelationId('x^ORcorrelation_id!=x')).toBeUndefined()
  })

  it('whose creation was done but not answered are not created again', async () => {
    const item = wanted()
    world.sim.faults.add({ service: 'servicenow', method: 'POST', count: 1, action: { kind: 'reset', when: 'after' } })
    await expect(servicenow.createConfigurationItem(item)).rejects.toMatchObject({ code: 'connectionLost', retryable: true })
    await servicenow.createConfigurationItem(item)
    expect(world.calls('servicenow').filter((call) => call.startsWith('POST'))).toHaveLength(1)
    expect(await servicenow.findConfigurationItem(item.name)).toHaveLength(1)
  })
})

describe('a bad day', () => {
  it.each([
    ['throttling', { kind: 'status', status: 429, headers: { 'retry-after': '3' } }],
    ['a 503 page', { kind: 'status', status: 503, body: '<html>Down</html>', headers: { 'content-type': 'text/html' } }],
    ['a reset', { kind: 'reset', when: 'before' }],
    ['half an answer', { kind: 'truncate' }],
  ] as const)('with %s is borne by reads', async (_, action) => {
    world.sim.faults.add({ service: 'servicenow', method: 'GET', count: 2, action })
    expect(await servicenow.getByCorrelationId('none')).toBeUndefined()
  })

  it('with a sleeping instance is told in plain words', async () => {
    world.sim.faults.add({
      service: 'servicenow',
      action: { kind: 'status', status: 200, body: '<html>Your instance is hibernating</html>', headers: { 'content-type': 'text/html' } },
    })
    await expect(servicenow.findConfigurationItem('x')).rejects.toMatchObject({
      code: 'htmlAnswer',
      message: expect.stringMatching(/asleep/),
    })
  })
})

describe('sign-in', () => {
  const logger = { debug() {}, info() {}, warn() {} }

  it('by OAuth gets a token once', async () => {
    const { servicenow: settings } = world.config
    const oauth = { clientId: servicenowClientId, clientSecret: servicenowClientSecret }
    const { servicenow: client } = createClients({ ...world.config, servicenow: { ...settings, oauth } }, { logger })
    await client.findConfigurationItem('a', 1)
    await client.findConfigurationItem('a', 1)
    expect(world.calls('servicenow').filter((call) => call.includes('oauth_token'))).toHaveLength(1)
  })

  it('that is refused says so without the password', async () => {
    const { servicenow: settings } = world.config
    const { servicenow: client } = createClients({ ...world.config, servicenow: { ...settings, password: 'wrong-password' } }, { logger })
    const error = await client.findConfigurationItem('a').catch((each: Error) => each)
    expect(error).toMatchObject({ status: 401 })
    expect(JSON.stringify(error)).not.toMatch(/wrong-password|d3JvbmctcGFzc3dvcmQ/)
  })
})
