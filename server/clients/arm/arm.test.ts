import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../simulator/core/exchangeLog.ts'
import { until } from '../../../test/until.ts'
import { wireValidator } from '../../../test/wire.ts'
import { systemClock } from '../clock.ts'
import { subscriptionCreator } from '../missingPermission.ts'
import { failedCallTexts } from '../reportFailedCalls.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import type { Arm } from './arm.ts'
import { networkId } from './armNetwork.ts'
import { eligibilityLimit } from './armPim.ts'
import type { Progress } from './longRunning.ts'

let world: TestWorld
let arm: Arm
const exchanges: Exchange[] = []
beforeAll(async () => {
  world = await startTestWorld()
  world.sim.exchanges.onExchange((exchange) => exchanges.push(exchange))
  arm = world.clients.arm
})
afterAll(() => world.close())
beforeEach(() => {
  world.clearCache()
  world.sim.asyncDelayMs = 50
  world.sim.consistency.delayMs = 0
})

let createdCount = 0
const account = () => world.sim.company.accounts.find(({ kind, status }) => kind === 'cloud' && status === 'active')!
const scope = () => `/subscriptions/${account().subscriptionId}`
const buildBody = () => ({
  displayName: `ng-test-${++createdCount}`,
  workload: 'DevTest' as const,
  billingScope: world.sim.company.billingScope,
  managementGroupId: 'ng-lz-online-test',
  tags: { owner: 'test' },
})

async function finish<T>(poll: (state?: string) => Promise<Progress<T>>): Promise<{ result: T; polls: number }> {
  let state: string | undefined
  for (let polls = 1; ; polls++) {
    const progress = await poll(state)
    if (progress.done) return { result: progress.result, polls }
    state = progress.state
    await systemClock.wait((progress.retryAfterMs ?? 2_000) / 100)
  }
}

async function newSubscription(): Promise<string> {
  const alias = `slipway-${createdCount}-${crypto.randomUUID()}`
  await arm.putSubscriptionAlias(alias, buildBody())
  await until(async () => (await arm.getSubscriptionAlias(alias))?.properties.provisioningState === 'Succeeded')
  return (await arm.getSubscriptionAlias(alias))!.properties.subscriptionId!
}

describe('a subscription', () => {
  it('is created once per alias, then moved to the management group', async () => {
    const alias = `slipway-${crypto.randomUUID()}`
    const request = buildBody()
    world.sim.asyncDelayMs = 500
    expect(await arm.getSubscriptionAlias(alias)).toBeUndefined()
    expect((await arm.putSubscriptionAlias(alias, request)).properties.provisioningState).toBe('Accepted')
    await until(async () => (await arm.getSubscriptionAlias(alias))?.properties.provisioningState === 'Succeeded')
    const repeated = await arm.putSubscriptionAlias(alias, request)
    const id = repeated.properties.subscriptionId!
    expect(await arm.getSubscription(id)).toMatchObject({ displayName: request.displayName, state: 'Enabled' })
    await arm.moveSubscription('ng-lz-corp-prod', id)
    await arm.moveSubscription('ng-lz-corp-prod', id)
    expect((await arm.getManagementGroupOf('ng-lz-corp-prod', id))?.properties.parent?.id).toMatch(/\/ng-lz-corp-prod$/)
    expect(await arm.getManagementGroupOf('ng-lz-online-test', id)).toBeUndefined()
  })

  it('is created once when the response is lost', async () => {
    const alias = `slipway-${crypto.randomUUID()}`
    world.sim.faults.add({ service: 'arm', method: 'PUT', path: '/aliases/', count: 1, action: { kind: 'reset', when: 'after' } })
    const { properties } = await arm.putSubscriptionAlias(alias, buildBody())
    expect((await arm.getSubscriptionAlias(alias))?.properties.subscriptionId).toBe(properties.subscriptionId)
  })

  it('has a different Owner than its creator if the request names one', async () => {
    const owner = { id: crypto.randomUUID(), tenantId: world.sim.tenantId }
    const { properties } = await arm.putSubscriptionAlias(`slipway-${crypto.randomUUID()}`, { ...buildBody(), owner })
    const scope = `/subscriptions/${properties.subscriptionId}`
    await until(async () => (await arm.getSubscription(properties.subscriptionId!)) !== undefined)
    const direct = (await arm.listRoleAssignments(scope)).filter((each) => each.properties.scope === scope)
    expect(direct.map((each) => each.properties.principalId)).toEqual([owner.id])
  })

  it('reports a failed creation', async () => {
    const alias = `slipway-${crypto.randomUUID()}`
    world.sim.faults.add({ service: 'arm', path: '/aliases/', action: { kind: 'failAsync', code: 'QuotaExceeded', message: 'No more.' } })
    await arm.putSubscriptionAlias(alias, buildBody())
    await until(async () => (await arm.getSubscriptionAlias(alias))?.properties.provisioningState === 'Failed')
  })

  it('can be renamed', async () => {
    const id = await newSubscription()
    await arm.renameSubscription(id, 'ng-renamed')
    await until(async () => (await arm.getSubscription(id))?.displayName === 'ng-renamed')
  })

  it('can be missing temporarily after creation', async () => {
    world.sim.consistency.delayMs = 60_000
    expect(await arm.getSubscription(await newSubscription())).toBeUndefined()
  })

  it('is in the list, which has several pages', async () => {
    const listedIds = new Set((await arm.listSubscriptions()).map(({ subscriptionId }) => subscriptionId))
    expect(listedIds.size).toBeGreaterThan(1_000)
    expect(listedIds.has(account().subscriptionId)).toBe(true)
  })

  it('is rejected with the cause for an unknown billing scope', async () => {
    await expect(arm.putSubscriptionAlias('slipway-x', { ...buildBody(), billingScope: '/providers/x' })).rejects.toMatchObject({
      status: 401,
      code: 'UserNotAuthorized',
      missing: subscriptionCreator,
      retryable: true,
      requestId: expect.any(String),
    })
  })
})

describe('a resource', () => {
  it('is listed by type', async () => {
    const all = await arm.listResources(account().subscriptionId)
    const [firstResource] = all
    const resourcesOfType = await arm.listResources(account().subscriptionId, { type: firstResource!.type })
    expect(resourcesOfType.length).toBe(all.filter(({ type }) => type.toLowerCase() === firstResource!.type.toLowerCase()).length)
    expect(resourcesOfType.map(({ id }) => id)).toContain(firstResource!.id)
  })

  it('is created in a group, even if the creation of the group is repeated', async () => {
    const id = await newSubscription()
    const group = { location: 'uksouth', tags: { 'managed-by': 'slipway' } }
    await arm.putResourceGroup(id, 'rg-network', group)
    expect(await arm.putResourceGroup(id, 'rg-network', group)).toMatchObject({ name: 'rg-network', ...group })
    expect((await arm.listResourceGroups(id)).map(({ name }) => name)).toEqual(['rg-network'])
  })

  it('has tags, which are merged', async () => {
    const id = `/subscriptions/${await newSubscription()}`
    await arm.mergeTags(id, { a: '1', b: '2' })
    expect(await arm.mergeTags(id, { b: '3' })).toMatchObject({ a: '1', b: '3' })
    expect(await arm.getTags(id)).toMatchObject({ a: '1', b: '3' })
  })

  it('is found in many subscriptions by one query over several pages', async () => {
    const ids = world.sim.company.accounts.slice(0, 60).map(({ subscriptionId }) => subscriptionId)
    const Row = Type.Object({ id: Type.String(), type: Type.String() })
    const rows = await arm.queryResourceGraph(ids, 'resources | project id, type', Row)
    expect(rows.length).toBeGreaterThan(1_000)
    expect(new Set(rows.map(({ id }) => id.toLowerCase())).size).toBe(rows.length)
    await expect(arm.queryResourceGraph(ids, 'resources | nonsense', Row)).rejects.toMatchObject({ status: 400, code: 'BadRequest' })
  })
})

describe('a budget', () => {
  it('can be set, changed, read and removed', async () => {
    const id = `/subscriptions/${await newSubscription()}`
    const budget = {
      amount: 1_200,
      startDate: `${new Date().toISOString().slice(0, 7)}-01`,
      contactEmails: ['owner@northgate.example'],
      thresholds: [
        { percent: 80, basis: 'actual' as const },
        { percent: 100, basis: 'forecast' as const },
      ],
    }
    expect(await arm.getBudget(id, 'slipway')).toBeUndefined()
    await arm.putBudget(id, 'slipway', budget)
    await arm.putBudget(id, 'slipway', { ...budget, amount: 1_500 })
    expect((await arm.getBudget(id, 'slipway'))?.properties).toMatchObject({ amount: 1_500, timeGrain: 'Monthly' })
    await arm.deleteBudget(id, 'slipway')
    expect(await arm.getBudget(id, 'slipway')).toBeUndefined()
  })
})

describe('a network', () => {
  const network = async () => ({ subscriptionId: await newSubscription(), resourceGroup: 'rg-network', name: 'vnet-main' })
  const shape = { location: 'uksouth', addressPrefixes: ['10.250.0.0/24'], subnets: [{ name: 'default', addressPrefix: '10.250.0.0/25' }] }

  it('is created and peered in both directions, resuming from stored state', async () => {
    const address = await network()
    await arm.putResourceGroup(address.subscriptionId, address.resourceGroup, { location: 'uksouth' })
    const id = networkId(address)
    expect(await arm.getVirtualNetwork(id)).toBeUndefined()
    const { polls } = await finish((state) => arm.putVirtualNetwork(address, shape, state))
    expect(polls).toBeGreaterThan(1)
    expect((await arm.getVirtualNetwork(id))?.properties.addressSpace.addressPrefixes).toEqual(shape.addressPrefixes)
    expect((await arm.listVirtualNetworks(address.subscriptionId)).map(({ name }) => name)).toEqual(['vnet-main'])

    const hub = world.sim.company.hub.networks.uksouth!
    await finish((state) => arm.putPeering(id, 'to-hub', { remoteNetworkId: hub }, state))
    expect((await arm.getPeering(id, 'to-hub'))?.properties.peeringState).toBe('Initiated')
    await finish((state) => arm.putPeering(hub, `to-${address.subscriptionId}`, { remoteNetworkId: id }, state))
    expect((await arm.getPeering(id, 'to-hub'))?.properties.peeringState).toBe('Connected')
    expect(await arm.getPeering(id, 'other')).toBeUndefined()
  })

  it('reports that its creation failed later', async () => {
    const address = await network()
    await arm.putResourceGroup(address.subscriptionId, address.resourceGroup, { location: 'uksouth' })
    world.sim.faults.add({
      service: 'arm',
      method: 'PUT',
      path: '/virtualNetworks/',
      action: { kind: 'failAsync', code: 'NetcfgInvalid', message: 'No.' },
    })
    await expect(finish((state) => arm.putVirtualNetwork(address, shape, state))).rejects.toMatchObject({ code: 'NetcfgInvalid' })
  })
})

describe('a role', () => {
  const reader = async () => (await arm.listRoleDefinitions(scope())).find(({ properties }) => properties.roleName === 'Reader')!
  const principalId = () => world.sim.company.people[0]!.id

  it('is listed', async () => {
    expect(await reader()).toMatchObject({ properties: { type: 'BuiltInRole' } })
    const builtIn = await arm.listRoleDefinitions(scope(), { builtInOnly: true })
    expect(builtIn.every(({ properties }) => properties.type === 'BuiltInRole')).toBe(true)
  })

  it('is assigned once when the call is repeated', async () => {
    const subscriptionScope = `/subscriptions/${await newSubscription()}`
    const grant = {
      scope: subscriptionScope,
      roleDefinitionId: (await reader()).name,
      principalId: principalId(),
      principalType: 'User' as const,
    }
    await arm.putRoleAssignment(grant)
    await arm.putRoleAssignment(grant)
    await arm.putRoleAssignment({ ...grant, roleDefinitionId: (await reader()).id })
    const roleAssignments = await arm.listRoleAssignments(subscriptionScope, { principalId: principalId() })
    expect(roleAssignments.filter(({ properties }) => properties.principalId === principalId())).toHaveLength(1)
  })

  it('can be eligible without an end once the policy is changed', async () => {
    const subscriptionScope = `/subscriptions/${await newSubscription()}`
    const policy = async () => arm.getRolePolicy(subscriptionScope, (await reader()).id)
    const policyBefore = await policy()
    expect(eligibilityLimit(policyBefore).permanent).toBe(false)
    await arm.allowPermanentEligibility(policyBefore!.properties.policyId!)
    expect(eligibilityLimit(await policy()).permanent).toBe(true)
  })

  it('becomes eligible once when the call is repeated', async () => {
    const subscriptionScope = `/subscriptions/${await newSubscription()}`
    const grant = {
      scope: subscriptionScope,
      roleDefinitionId: (await reader()).name,
      principalId: principalId(),
      principalType: 'User' as const,
      requestKey: 'request-1',
      justification: 'Approved',
      expiration: { until: new Date(Date.now() + 30 * 86_400_000) },
    }
    const listEligibility = () => arm.listRoleEligibility(subscriptionScope, { principalId: principalId() })
    await arm.requestRoleEligibility(grant)
    await arm.requestRoleEligibility(grant)
    await until(async () => (await listEligibility()).length > 0)
    await arm.requestRoleEligibility({ ...grant, requestKey: 'request-2' })
    expect(await listEligibility()).toMatchObject([{ properties: { principalId: principalId(), endDateTime: expect.any(String) } }])
  })
})

describe('ARM during a failure', () => {
  it.each([
    [
      'throttling that says how long',
      { kind: 'status', status: 429, headers: { 'retry-after': '2' }, body: { error: { code: 'TooManyRequests', message: '' } } },
    ],
    ['throttling that does not', { kind: 'status', status: 429 }],
    ['503', { kind: 'status', status: 503, body: { error: { code: 'ServerTimeout', message: '' } } }],
    ['a reset before', { kind: 'reset', when: 'before' }],
    ['a reset after', { kind: 'reset', when: 'after' }],
    ['a reset within the body', { kind: 'reset', when: 'midBody' }],
    ['half an answer', { kind: 'truncate' }],
    ['a slow answer', { kind: 'delay', ms: 30 }],
  ] as const)('completes the call despite %s', async (_, action) => {
    world.sim.faults.add({ service: 'arm', count: 2, action })
    expect(await arm.getSubscription(account().subscriptionId)).toMatchObject({ subscriptionId: account().subscriptionId })
  })

  it('completes a list whose second page fails', async () => {
    world.sim.faults.add({ service: 'arm', path: 'skiptoken', count: 2, action: { kind: 'status', status: 500 } })
    expect((await arm.listSubscriptions()).length).toBeGreaterThan(1_000)
  })

  it('doesn’t leave a token in the log', async () => {
    world.sim.faults.add({ service: 'arm', action: { kind: 'status', status: 500 } })
    await expect(arm.getSubscription('x')).rejects.toMatchObject({ status: 500 })
    expect(world.log()).toContain(failedCallTexts.lost)
    expect(world.log()).not.toMatch(/eyJ|Bearer|simulated-secret/)
  })
})

/** The specifications don't say what these URLs look like. */
const statusOfRun = /\/locations\/\w+\/operations\//

it('sends only calls that match Azure’s specification', async ({ skip }) => {
  const validator = await wireValidator()
  if (!validator) return skip('without the specifications beside the repository')
  const responses = exchanges.filter(({ service, status, path }) => service === 'arm' && status < 400 && !statusOfRun.test(path))
  const { validated, notValidated, violations } = await validator.validator(responses)
  expect(violations).toEqual([])
  expect(notValidated).toEqual([])
  expect(validated).toBeGreaterThan(80)
})
