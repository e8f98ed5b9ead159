import { describe, expect, it } from 'vitest'
import { ExternalError } from '../../../clients/externalError.ts'
import { mapWithConcurrency } from '../../../clients/mapWithConcurrency.ts'
import { countUsedAddresses, usableAddresses } from './addressRange.ts'
import { changeTags, fetchTags } from './changeTags.ts'
import { creatorOf } from './creatorOf.ts'
import { isManaged } from './managementTag.ts'
import { canAdopt } from './policy.ts'
import { presentNetwork } from './presentNetwork.ts'
import { backupState, patches } from './protection.ts'

describe('the number of IP addresses', () => {
  it.each([
    [['10.0.0.0/24'], 251],
    [['10.0.0.0/29'], 3],
    [['10.0.0.0/30'], 0],
    [['10.0.0.0/26', '10.0.1.0/26'], 118],
    [['fd00::/64', '10.0.0.0/26'], 59],
    [['fd00::/64'], null],
    [['10.0.0.300/26'], null],
  ])('counts the usable addresses of %j: %s', (prefixes, usableCount) => expect(usableAddresses(prefixes)).toBe(usableCount))

  it('counts only the ranges inside the address space as taken', () => {
    expect(
      countUsedAddresses({ first: 0, size: 256 }, [
        { first: 0, size: 64 },
        { first: 192, size: 64 },
        { first: 256, size: 64 },
      ]),
    ).toBe(128)
  })
})

describe('a network', () => {
  it('is shown with the fields that Slipway knows if its kind is unknown', () => {
    const visible = presentNetwork(
      {
        id: '/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v6',
        name: 'v6',
        location: 'uksouth',
        properties: {
          addressSpace: { addressPrefixes: ['fd00::/48'] },
          subnets: [{ id: '/x/subnets/six', properties: { addressPrefixes: ['fd00::/64'], ipConfigurations: [{}, {}] } }],
          virtualNetworkPeerings: [{ name: 'p', id: 'p', properties: { peeringState: 'Dreaming' } }],
        },
      },
      { accounts: new Map(), hubs: new Map() },
    )
    expect(visible).toMatchObject({
      resourceGroup: 'rg',
      addressSpaces: [{ prefix: 'fd00::/48', first: null, size: null, inSubnets: null }],
      subnets: [{ name: 'six', usable: null, used: 2, free: null }],
      peerings: [{ state: 'unknown', networkName: 'p', networkId: null }],
    })
  })
})

it('recognises a peering, ignoring the case of Azure’s IDs', () => {
  const hub = '/subscriptions/Hub/resourceGroups/RG/providers/Microsoft.Network/virtualNetworks/vnet-hub'
  const peering = (name: string, id: string) => ({
    name,
    id: name,
    properties: { peeringState: 'CONNECTED', remoteVirtualNetwork: { id } },
  })
  const { peerings } = presentNetwork(
    {
      id: '/x',
      name: 'x',
      location: 'uksouth',
      properties: {
        addressSpace: { addressPrefixes: [] },
        virtualNetworkPeerings: [peering('a', hub.toUpperCase()), peering('b', '/SUBSCRIPTIONS/ABC/resourceGroups/g/providers/x/y/vnet-b')],
      },
    },
    { accounts: new Map([['abc', { id: '1', name: 'payments-prod' }]]), hubs: new Map([[hub.toLowerCase(), 'uksouth']]) },
  )
  expect(peerings).toMatchObject([
    { state: 'connected', hubRegion: 'uksouth', account: null },
    { state: 'connected', hubRegion: null, account: { name: 'payments-prod' } },
  ])
})

describe('backup', () => {
  it.each([
    [{ protectionState: 'Protected', lastBackupStatus: 'Completed' }, 'good'],
    [{ protectionState: 'Protected', lastBackupStatus: 'Failed' }, 'failed'],
    [{ protectionState: 'ProtectionError' }, 'failed'],
    [{ protectionState: 'IRPending', lastBackupStatus: 'IRPending' }, 'waiting'],
    [{ protectionState: 'ProtectionStopped', lastBackupStatus: 'Completed' }, 'stopped'],
    [{ protectionState: 'BackupsSuspended' }, 'stopped'],
    [{}, 'good'],
  ])('returns for %j the state %s', (properties, state) => expect(backupState({ id: 'x', properties })).toBe(state))
})

describe('a filter of a patch schedule', () => {
  const machine = {
    id: '/subscriptions/S/resourceGroups/rg-app/providers/Microsoft.Compute/virtualMachines/vm-1',
    name: 'vm-1',
    type: 'microsoft.compute/virtualmachines',
    location: 'uksouth',
    resourceGroup: 'rg-app',
    tags: { Patching: 'weekly', env: 'prod' },
    osDisk: 'Linux',
  }
  const covers = (filter: object | undefined, resourceId = '/subscriptions/s') =>
    patches({ id: 'a', properties: { maintenanceConfigurationId: 'm', resourceId, ...(filter ? { filter } : {}) } }, machine)

  it.each([
    [{}, true],
    [{ resourceTypes: ['Microsoft.Compute/virtualMachines'], locations: ['UK South'], osTypes: ['linux'] }, true],
    [{ osTypes: ['Windows'] }, false],
    [{ resourceGroups: ['RG-APP'] }, true],
    [{ resourceGroups: ['rg-data'] }, false],
    [{ tagSettings: { tags: { patching: ['daily', 'Weekly'] } } }, true],
    [{ tagSettings: { tags: { patching: ['weekly'], env: ['test'] }, filterOperator: 'All' } }, false],
    [{ tagSettings: { tags: { patching: ['weekly'], env: ['test'] }, filterOperator: 'Any' } }, true],
  ])('covers the VM with %j: %s', (filter, isCovered) => expect(covers(filter)).toBe(isCovered))

  it('applies only in its own scope, and without a filter only to the VM itself', () => {
    expect(covers({}, '/subscriptions/other')).toBe(false)
    expect(covers(undefined, machine.id.toUpperCase())).toBe(true)
    expect(covers(undefined, '/subscriptions/s')).toBe(false)
  })
})

describe('the creator of a group', () => {
  const event = (caller: string) => ({ caller, eventTimestamp: '2026-11-01T00:00:00Z', claims: { name: 'Someone' } })
  it.each([
    ['rg-poc', undefined, 'unknown'],
    ['rg-poc', 'ann@northgate.example', 'createdManually'],
    ['rg-poc', '5f0c…', 'createdByApplication'],
    ['NetworkWatcherRG', 'ann@northgate.example', 'createdByAzure'],
    ['MC_rg_aks_uksouth', undefined, 'createdByAzure'],
  ])('is found for %s by %s: %s', (name, caller, explanation) =>
    expect(creatorOf({ name }, caller ? event(caller) : undefined).origin).toBe(explanation),
  )

  it('is Azure if the group belongs to a resource, which prevents adoption', () => {
    const group = { name: 'rg-x', managedBy: '/subscriptions/s/x/databricks-1' }
    expect(creatorOf(group, event('ann@northgate.example')).origin).toBe('createdByAzure')
    expect(canAdopt(group)).toContain('databricks-1')
    expect(canAdopt({})).toBe(true)
  })
})

it('accepts the management tag ignoring case, but only with its value', () => {
  expect([isManaged({ MANAGEDBY: 'Slipway' }), isManaged({ managedBy: 'terraform' }), isManaged({}), isManaged(undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

describe('mapWithConcurrency', () => {
  it('keeps the order, and runs no more calls in parallel than allowed', async () => {
    let [now, max] = [0, 0]
    const results = await mapWithConcurrency([30, 10, 20, 5, 1], 2, async (ms) => {
      max = Math.max(max, ++now)
      await new Promise((resolve) => setTimeout(resolve, ms))
      now--
      return ms
    })
    expect([results, max]).toEqual([[30, 10, 20, 5, 1], 2])
  })
})

describe('a change of tags', () => {
  const arm = (fail?: Error) => ({
    callCount: 0,
    async getTags() {
      this.callCount++
      if (fail) throw fail
      return { a: '1' }
    },
    changeTags: async () => ({ a: '1', b: '2' }),
  })
  const change = { operation: 'merge', tags: { b: '2' } } as const
  const apply = async (client: object) => {
    const clients = { arm: client } as never
    return changeTags(clients, change, '/x', await fetchTags(clients, '/x'))
  }

  it('returns an error of Azure as a result, and throws a programming error', async () => {
    const azureError = new ExternalError({ service: 'Azure', code: 'AuthorizationFailed', message: 'No.', retryable: false })
    expect(await apply(arm(azureError))).toMatchObject({ ok: false, before: null, error: { code: 'AuthorizationFailed' } })
    await expect(apply(arm(new TypeError('oops')))).rejects.toThrow('oops')
  })

  it('gives the same result when it is repeated after a crash', async () => {
    const clients = { arm: arm() } as never
    const tagsBefore = await fetchTags(clients, '/x')
    const [singleAttempt, duplicate] = [
      await changeTags(clients, change, '/x', tagsBefore),
      await changeTags(clients, change, '/x', tagsBefore),
    ]
    expect(duplicate).toEqual(singleAttempt)
    expect(singleAttempt).toMatchObject({ ok: true, unchanged: false, before: { a: '1' }, tags: { a: '1', b: '2' } })
  })
})
