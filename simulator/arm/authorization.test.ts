import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxHosts } from '../../sample/sandboxHosts.ts'
import { startTestWorld, type TestWorld } from '../../server/clients/testWorld.ts'
import { armAudience, platformServicePrincipalId, slipwayClientId, slipwayServicePrincipalId } from '../core/constants.ts'
import { setLink } from '../graph/groupDirectory.ts'
import { roleByName } from './roleDefinitions.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
  world.sim.asyncDelayMs = 0
})
afterAll(() => world.close())
beforeEach(() => {
  for (const each of world.sim.permissions.taken()) world.sim.permissions.restoreAccess(each)
})

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape that ARM answers with.
type TestResponse = { status: number; body: any }

async function arm(oid: string, method: string, path: string, body?: object): Promise<TestResponse> {
  const token = await world.sim.mintToken({ oid, audience: armAudience })
  const response = await fetch(world.sim.origins.arm + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const subscription = (n = 0) => `/subscriptions/${sandboxHosts[n]!.subscriptionId}`
const tags = (scope: string) => `${scope}/providers/Microsoft.Resources/tags/default?api-version=2022-09-01`
const tagsBody = { operation: 'Merge', properties: { tags: { owner: 'somebody' } } }
const group = (name: string) => `/providers/Microsoft.Management/managementGroups/${name}`

function grant(oid: string, role: string, scope: string): Promise<TestResponse> {
  const path = `${scope}/providers/Microsoft.Authorization/roleAssignments/${randomUUID()}?api-version=2022-04-01`
  const roleDefinitionId = `/providers/Microsoft.Authorization/roleDefinitions/${roleByName(role).id}`
  return arm(platformServicePrincipalId, 'PUT', path, {
    properties: { roleDefinitionId, principalId: oid, principalType: 'ServicePrincipal' },
  })
}

describe('Azure Resource Manager', () => {
  it('denies calls that no role of the caller allows, and names client, action and scope', async () => {
    const outsider = randomUUID()
    const { status, body } = await arm(outsider, 'PATCH', tags(subscription()), tagsBody)
    expect(status).toBe(403)
    expect(body).toEqual({
      error: {
        code: 'AuthorizationFailed',
        message: `The client '${slipwayClientId}' with object id '${outsider}' does not have authorization to perform action 'Microsoft.Resources/tags/write' over scope '${subscription()}/providers/Microsoft.Resources/tags/default' or the scope is invalid. If access was recently granted, please refresh your credentials.`,
      },
    })
  })

  it('allows calls with a role at the scope or above it, but not at other scopes', async () => {
    const [granteeId, parentScope] = [randomUUID(), randomUUID()]
    await grant(granteeId, 'Tag Contributor', subscription())
    await grant(parentScope, 'Tag Contributor', group('ng-lz-sandbox'))
    for (const [oid, n, expected] of [
      [granteeId, 0, 200],
      [granteeId, 1, 403],
      [parentScope, 0, 200],
      [parentScope, 1, 200],
    ] as const)
      expect((await arm(oid, 'PATCH', tags(subscription(n)), tagsBody)).status, `${n}`).toBe(expected)
    expect((await arm(parentScope, 'GET', `${subscription()}/resourceGroups?api-version=2021-04-01`)).status).toBe(403)
  })

  it('allows calls with a role of a nested group', async () => {
    const { groups } = world.sim.company
    const [outer, inner] = [groups[0]!.id, groups[1]!.id]
    const member = randomUUID()
    setLink(world.sim, inner, 'members', member, true)
    setLink(world.sim, outer, 'members', inner, true)
    expect((await arm(member, 'PATCH', tags(subscription(2)), tagsBody)).status).toBe(403)
    const path = `${subscription(2)}/providers/Microsoft.Authorization/roleAssignments/${randomUUID()}?api-version=2022-04-01`
    const roleDefinitionId = `/providers/Microsoft.Authorization/roleDefinitions/${roleByName('Tag Contributor').id}`
    await arm(platformServicePrincipalId, 'PUT', path, { properties: { roleDefinitionId, principalId: outer, principalType: 'Group' } })
    expect((await arm(member, 'PATCH', tags(subscription(2)), tagsBody)).status).toBe(200)
  })

  it('applies wildcards and notActions', async () => {
    const [contributor, reader] = [randomUUID(), randomUUID()]
    await grant(contributor, 'Contributor', subscription())
    await grant(reader, 'Reader', subscription())
    const newGroup = (name: string) => `${subscription()}/resourceGroups/${name}?api-version=2021-04-01`
    expect((await arm(contributor, 'PUT', newGroup('rg-may'), { location: 'uksouth' })).status).toBe(201)
    const assignment = `${subscription()}/providers/Microsoft.Authorization/roleAssignments/${randomUUID()}?api-version=2022-04-01`
    expect((await arm(contributor, 'PUT', assignment, { properties: {} })).body.error.message).toContain(
      "'Microsoft.Authorization/roleAssignments/write'",
    )
    expect((await arm(reader, 'GET', newGroup('rg-may'))).status).toBe(200)
    expect((await arm(reader, 'DELETE', newGroup('rg-may'))).body.error.message).toContain(
      "'Microsoft.Resources/subscriptions/resourceGroups/delete'",
    )
  })

  it('lists and searches only resources that the caller can read', async () => {
    const [reader, outsider] = [randomUUID(), randomUUID()]
    await grant(reader, 'Reader', subscription())
    const listSubscriptions = async (oid: string) => (await arm(oid, 'GET', '/subscriptions?api-version=2022-12-01')).body.value
    expect((await listSubscriptions(reader)).map(({ subscriptionId }: { subscriptionId: string }) => subscriptionId)).toEqual([
      sandboxHosts[0]!.subscriptionId,
    ])
    expect(await listSubscriptions(outsider)).toEqual([])
    const search = (oid: string, ...n: number[]) =>
      arm(oid, 'POST', '/providers/Microsoft.ResourceGraph/resources?api-version=2021-03-01', {
        query: 'resourcecontainers | project subscriptionId',
        subscriptions: n.map((each) => sandboxHosts[each]!.subscriptionId),
      })
    const { body } = await search(reader, 0, 1)
    expect(new Set(body.data.map((row: { subscriptionId: string }) => row.subscriptionId))).toEqual(
      new Set([sandboxHosts[0]!.subscriptionId]),
    )
    expect(await search(reader, 1)).toMatchObject({
      status: 400,
      body: { error: { details: [{ code: 'NoValidSubscriptionsInQueryRequest' }] } },
    })
    expect((await arm(outsider, 'GET', `${group('')}?api-version=2020-05-01`.replace('/?', '?'))).body.value).toEqual([])
  })

  it('creates subscriptions only for callers with the billing role', async () => {
    const owner = randomUUID()
    await grant(owner, 'Owner', group('northgate'))
    const create = (oid: string) =>
      arm(oid, 'PUT', `/providers/Microsoft.Subscription/aliases/${randomUUID()}?api-version=2021-10-01`, {
        properties: { displayName: 'one', workload: 'DevTest', billingScope: world.sim.company.billingScope },
      })
    expect(await create(owner)).toMatchObject({ status: 401, body: { error: { code: 'UserNotAuthorized' } } })
    expect((await create(slipwayServicePrincipalId)).status).toBe(201)
    world.sim.permissions.take({ service: 'Azure', name: 'Subscription creator' })
    expect((await create(slipwayServicePrincipalId)).status).toBe(401)
  })

  it('makes the creator of a subscription Owner, or the principal that the creator names', async () => {
    const create = async (additionalProperties: object) => {
      const path = `/providers/Microsoft.Subscription/aliases/${randomUUID()}?api-version=2021-10-01`
      const properties = { displayName: 'one', workload: 'DevTest', billingScope: world.sim.company.billingScope, additionalProperties }
      return `/subscriptions/${(await arm(slipwayServicePrincipalId, 'PUT', path, { properties })).body.properties.subscriptionId}`
    }
    const ownersOf = async (scope: string) => {
      const path = `${scope}/providers/Microsoft.Authorization/roleAssignments?api-version=2022-04-01&$filter=atScope()`
      const { value } = (await arm(platformServicePrincipalId, 'GET', path)).body
      return value.flatMap(({ id, properties }: { id: string; properties: { scope: string; principalId: string } }) =>
        properties.scope === scope ? [{ id, principalId: properties.principalId }] : [],
      )
    }
    const named = randomUUID()
    const scope = await create({ subscriptionOwnerId: named, subscriptionTenantId: world.sim.tenantId })
    expect(await ownersOf(scope)).toMatchObject([{ principalId: named }])
    expect((await arm(named, 'PATCH', tags(scope), tagsBody)).status).toBe(200)
    const ownScope = await create({})
    const [owner] = await ownersOf(ownScope)
    expect(owner).toMatchObject({ principalId: slipwayServicePrincipalId })
    const write = { service: 'Azure', name: 'Microsoft.Resources/tags/write' } as const
    world.sim.permissions.take(write)
    const attempt = async () => (await arm(slipwayServicePrincipalId, 'PATCH', tags(ownScope), tagsBody)).status
    expect(await attempt()).toBe(200)
    const remove = () => arm(slipwayServicePrincipalId, 'DELETE', `${owner.id}?api-version=2022-04-01`)
    expect(await remove()).toMatchObject({ status: 412, body: { error: { code: 'CannotDeleteLastRbacAdminAssignment' } } })
    await grant(randomUUID(), 'User Access Administrator', ownScope)
    expect((await remove()).status).toBe(200)
    expect(await attempt()).toBe(403)
    world.sim.permissions.restoreAccess(write)
    expect(await attempt()).toBe(200)
  })

  it('denies Slipway one permission while it is revoked', async () => {
    const write = { service: 'Azure', name: 'Microsoft.Resources/tags/write' } as const
    const attempt = async () => (await arm(slipwayServicePrincipalId, 'PATCH', tags(subscription()), tagsBody)).status
    const control = (method: string, body: object) =>
      fetch(`${world.sim.origins.control}/permissions/taken`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect(await attempt()).toBe(200)
    expect((await control('POST', write)).status).toBe(201)
    expect(await attempt()).toBe(403)
    expect((await control('DELETE', write)).status).toBe(204)
    expect(await attempt()).toBe(200)
    expect((await control('POST', { service: 'Azure', name: 'Microsoft.Nothing/write' })).status).toBe(404)
  })

  it('requires permission for the network on the other side of a peering', async () => {
    const account = world.sim.company.accounts.find((each) => each.network.connectivity === 'corporate' && each.status === 'active')!
    const networks = await arm(
      slipwayServicePrincipalId,
      'GET',
      `/subscriptions/${account.subscriptionId}/providers/Microsoft.Network/virtualNetworks?api-version=2023-11-01`,
    )
    const { id, properties } = networks.body.value[0]
    const peering = properties.virtualNetworkPeerings[0]
    world.sim.permissions.take({ service: 'Azure', name: 'Microsoft.Network/virtualNetworks/peer/action' })
    const path = `${id}/virtualNetworkPeerings/${peering.name}?api-version=2023-11-01`
    const remoteVirtualNetwork = peering.properties.remoteVirtualNetwork
    expect(await arm(slipwayServicePrincipalId, 'PUT', path, { properties: { remoteVirtualNetwork } })).toMatchObject({
      status: 403,
      body: { error: { code: 'LinkedAuthorizationFailed', message: expect.stringContaining(remoteVirtualNetwork.id) } },
    })
  })
})
