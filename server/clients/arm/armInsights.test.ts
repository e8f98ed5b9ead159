import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../simulator/core/exchangeLog.ts'
import { wireValidator } from '../../../test/wire.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import type { Arm } from './arm.ts'

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
})

const accounts = () => world.sim.company.accounts.filter(({ kind, status }) => kind === 'cloud' && status === 'active')
const findAccountsWithMachines = async () => {
  for (const account of accounts().filter(({ environment }) => environment === 'production')) {
    const [vault] = await arm.listVaults(account.subscriptionId)
    if (!vault || (await arm.listLocks(account.subscriptionId)).length > 0) continue
    if ((await arm.listProtectedItems(vault.id)).length > 2) return { account, vault }
  }
  throw new Error('no account has machines')
}

describe('backup', () => {
  it('lists vaults, policies and protected items', async () => {
    const { account, vault } = await findAccountsWithMachines()
    const machines = await arm.listResources(account.subscriptionId, { type: 'Microsoft.Compute/virtualMachines' })
    const ids = machines.map(({ id }) => id.toLowerCase())
    const items = await arm.listProtectedItems(vault.id)
    expect(items.every(({ properties }) => ids.includes(properties.sourceResourceId!.toLowerCase()))).toBe(true)
    expect(items.length).toBeLessThanOrEqual(machines.length)
    const policies = await arm.listBackupPolicies(vault.id)
    expect(policies.map(({ properties }) => properties.backupManagementType)).toEqual(['AzureIaasVM', 'AzureWorkload', 'AzureIaasVM'])
    const protectingPolicy = policies.find(({ id }) => id === items[0]!.properties.policyId)!
    expect(protectingPolicy.properties.protectedItemsCount).toBe(items.length)
  })
})

describe('patching', () => {
  it('lists schedules and their VMs', async () => {
    const { account } = await findAccountsWithMachines()
    const [configuration] = await arm.listMaintenanceConfigurations(account.subscriptionId)
    const assignments = await arm.listMaintenanceAssignments(account.subscriptionId)
    expect(configuration!.properties.maintenanceScope).toBe('InGuestPatch')
    expect(assignments.length).toBeGreaterThan(0)
    expect(new Set(assignments.map(({ properties }) => properties.maintenanceConfigurationId))).toEqual(new Set([configuration!.id]))
  })
})

describe('the activity log', () => {
  it('names the authors of resource groups, even if Slipway made the call', async () => {
    const { subscriptionId } = accounts()[0]!
    await arm.putResourceGroup(subscriptionId, 'rg-new', { location: 'uksouth' })
    const [latestWrite, ...older] = await arm.listResourceGroupWrites(subscriptionId, new Date())
    expect(latestWrite).toMatchObject({ resourceGroupName: 'rg-new', subStatus: { value: 'Created' } })
    expect(older.length).toBeGreaterThan(2)
    expect([...older].sort((a, b) => b.eventTimestamp.localeCompare(a.eventTimestamp))).toEqual(older)
    expect(Date.parse(older.at(-1)!.eventTimestamp)).toBeGreaterThan(Date.now() - 90 * 86_400_000)
  })
})

describe('the last change', () => {
  it('identifies people by directory ID, and doesn’t include reads', async () => {
    const { subscriptionId, id } = accounts().find(({ criticality, kind }) => criticality === 'tier1' && kind === 'cloud')!
    const lastByKey = await arm.listLastChanges(subscriptionId, new Date())
    const members = (suffix: string) =>
      world.sim.company.groups
        .filter((each) => each.accountId === id && each.mailNickname.endsWith(suffix))
        .flatMap((each) => each.memberIds)
    const writers = new Set([...members('-contributors'), ...members('-support')])
    const knownPersonIds = new Set(world.sim.company.people.map((person) => person.id))
    expect(lastByKey.size).toBeGreaterThan(0)
    for (const [personId, lastSeenAt] of lastByKey) {
      expect(knownPersonIds).toContain(personId)
      expect(lastSeenAt.getTime()).toBeLessThanOrEqual(Date.now())
    }
    expect([...lastByKey.keys()].filter((personId) => writers.has(personId)).length).toBeGreaterThan(0)
    const onlyReaders = members('-readers').filter((personId) => !writers.has(personId))
    expect(onlyReaders.filter((personId) => lastByKey.has(personId))).toEqual([])
    const yesterday = new Date(Date.now() - 86_400_000)
    const laterChanges = await arm.listLastChanges(subscriptionId, yesterday)
    for (const [personId, lastSeenAt] of lastByKey) if (lastSeenAt <= yesterday) expect(laterChanges.get(personId)).toEqual(lastSeenAt)
  })
})

describe('a tag', () => {
  it('is merged, replaced and deleted by name and value, ignoring the case of names', async () => {
    const { subscriptionId } = accounts()[1]!
    const { id } = await arm.putResourceGroup(subscriptionId, 'rg-tags', { location: 'uksouth', tags: { One: '1' } })
    expect(await arm.changeTags(id, 'Merge', { one: '2', two: '2' })).toEqual({ One: '2', two: '2' })
    expect(await arm.changeTags(id, 'Delete', { one: '1', TWO: '2' })).toEqual({ One: '2' })
    expect(await arm.changeTags(id, 'Replace', { three: '3' })).toEqual({ three: '3' })
    expect((await arm.getResourceGroup(subscriptionId, 'RG-TAGS'))?.tags).toEqual({ three: '3' })
    expect(await arm.getResourceGroup(subscriptionId, 'rg-none')).toBeUndefined()
  })

  it.each([
    ['microsoft-x', 'InvalidTagName'],
    ['a/b', 'InvalidTagNameCharacters'],
  ])('is rejected when named %s', async (name, code) => {
    const { id } = await arm.putResourceGroup(accounts()[1]!.subscriptionId, 'rg-tags', { location: 'uksouth' })
    await expect(arm.changeTags(id, 'Merge', { [name]: 'x' })).rejects.toMatchObject({ status: 400, code })
  })
})

describe('a network, in detail', () => {
  it('has subnets with their contents, peerings with their targets, and public addresses', async () => {
    const account = accounts().find(({ network }) => network.connectivity === 'corporate')!
    const [network] = await arm.listVirtualNetworks(account.subscriptionId)
    const [firstSubnet] = network!.properties.subnets!
    expect(firstSubnet!.properties!.ipConfigurations!.length).toBeGreaterThan(0)
    expect(firstSubnet!.properties!.networkSecurityGroup?.id).toMatch(/networkSecurityGroups\/nsg-/)
    expect(network!.properties.virtualNetworkPeerings).toMatchObject([
      { properties: { peeringState: 'Connected', useRemoteGateways: true } },
    ])
    const online = accounts().filter(({ network: { connectivity } }) => connectivity === 'internet')
    const addresses = await Promise.all(online.slice(0, 10).map(({ subscriptionId }) => arm.listPublicAddresses(subscriptionId)))
    expect(addresses.flat().length).toBeGreaterThan(2)
  })
})

describe('Resource Graph', () => {
  const Row = Type.Object({ id: Type.String(), subscriptionId: Type.String() }, { additionalProperties: true })
  const sendRequest = (kql: string) =>
    arm.queryResourceGraph(
      accounts()
        .slice(0, 40)
        .map(({ subscriptionId }) => subscriptionId),
      kql,
      Row,
    )

  it('finds backed-up, patched, managed and public resources across accounts', async () => {
    const items = await sendRequest(
      "recoveryservicesresources | where type =~ 'microsoft.recoveryservices/vaults/backupfabrics/protectioncontainers/protecteditems' | project id, subscriptionId, source = properties.sourceResourceId, status = properties.lastBackupStatus, at = properties.lastBackupTime",
    )
    expect(items.length).toBeGreaterThan(10)
    expect(items[0]).toMatchObject({ source: expect.stringMatching(/virtualMachines/), status: expect.any(String), at: expect.any(String) })
    expect(new Set(items.map(({ subscriptionId }) => subscriptionId)).size).toBeGreaterThan(3)
    const assignments = await sendRequest(
      "maintenanceresources | where type =~ 'microsoft.maintenance/configurationassignments' | project id, subscriptionId, properties",
    )
    expect(assignments.length).toBeGreaterThan(10)
    const managed = await sendRequest(
      "resourcecontainers | where type =~ 'microsoft.resources/subscriptions/resourcegroups' and tags.managedBy =~ 'slipway' | project id, subscriptionId",
    )
    expect(managed.length).toBeGreaterThan(100)
    expect(
      (await sendRequest("resources | where type =~ 'microsoft.network/publicipaddresses' | project id, subscriptionId")).length,
    ).toBeGreaterThan(2)
  })
})

describe('a backup item', () => {
  it('is kept for 14 days after its backup ends', async () => {
    const { vault } = await findAccountsWithMachines()
    const [item] = await arm.listProtectedItems(vault.id)
    let progress = await arm.deleteBackupItem(item!.id)
    while (!progress.done) progress = await arm.deleteBackupItem(item!.id, progress.state)
    const find = async () => (await arm.listProtectedItems(vault.id)).find(({ id }) => id === item!.id)
    expect(await find()).toMatchObject({ properties: { protectionState: 'ProtectionStopped', isScheduledForDeferredDelete: true } })
    const deletions = world.sim.state.collection<{ deletedAt: string }>('arm.deletedBackups')
    const key = item!.id.toLowerCase()
    deletions.set(key, { ...deletions.get(key), deletedAt: new Date(Date.now() - 15 * 86_400_000).toISOString() })
    expect(await find()).toBeUndefined()
  })
})

it.each([
  [
    'throttling',
    { kind: 'status', status: 429, headers: { 'retry-after': '1' }, body: { error: { code: 'TooManyRequests', message: '' } } },
  ],
  ['a broken connection', { kind: 'reset', when: 'midBody' }],
  ['half an answer', { kind: 'truncate' }],
] as const)('completes the calls despite %s', async (_, action) => {
  world.sim.faults.add({ service: 'arm', path: 'Maintenance|RecoveryServices|eventtypes', count: 2, action })
  const { subscriptionId } = accounts()[0]!
  await arm.listVaults(subscriptionId)
  await arm.listMaintenanceAssignments(subscriptionId)
  await arm.listResourceGroupWrites(subscriptionId, new Date())
})

it('sends only calls that match Azure’s specification', async ({ skip }) => {
  const validator = await wireValidator()
  if (!validator) return skip('without the specifications beside the repository')
  const responses = exchanges.filter(
    ({ service, status, path }) => service === 'arm' && status < 400 && !/eventtypes|operationresults|locks/.test(path),
  )
  const { validated, notValidated, violations } = await validator.validator(responses)
  expect(violations).toEqual([])
  expect(notValidated).toEqual([])
  expect(validated).toBeGreaterThan(20)
})
