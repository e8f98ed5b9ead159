import type { Simulator } from '../core/simulator.ts'
import type { SimResource } from './resource.ts'
import { findGroup, saveGroup, saveResource } from './resourceStore.ts'
import { findWritableSubscription } from './subscriptionStore.ts'

export type Workload = 'webApp' | 'machineLab' | 'kubernetes'

interface Part {
  type: string
  name: string
  kind?: string
  sku?: Record<string, unknown>
  properties?: Record<string, unknown>
}

const machine = (name: string, vmSize: string, osType: string): Part[] => [
  {
    type: 'Microsoft.Compute/virtualMachines',
    name,
    properties: { hardwareProfile: { vmSize }, storageProfile: { osDisk: { osType, name: `${name}-os`, createOption: 'FromImage' } } },
  },
  { type: 'Microsoft.Network/networkInterfaces', name: `${name}-nic` },
  {
    type: 'Microsoft.Compute/disks',
    name: `${name}-os`,
    sku: { name: 'Premium_LRS', tier: 'Premium' },
    properties: { diskSizeGB: 128, diskState: 'Attached' },
  },
]

const standardAddress = (name: string): Part => ({
  type: 'Microsoft.Network/publicIPAddresses',
  name,
  sku: { name: 'Standard', tier: 'Regional' },
  properties: { publicIPAllocationMethod: 'Static', publicIPAddressVersion: 'IPv4' },
})

const storage = (name: string): Part => ({
  type: 'Microsoft.Storage/storageAccounts',
  name,
  kind: 'StorageV2',
  sku: { name: 'Standard_LRS', tier: 'Standard' },
  properties: { minimumTlsVersion: 'TLS1_2', supportsHttpsTrafficOnly: true },
})

const workloads: Record<Workload, (name: string) => Part[]> = {
  webApp: (name) => [
    {
      type: 'Microsoft.Web/serverFarms',
      name: `asp-${name}`,
      kind: 'linux',
      sku: { name: 'P1v3', tier: 'PremiumV3', size: 'P1v3', capacity: 1 },
    },
    { type: 'Microsoft.Web/sites', name: `app-${name}`, kind: 'app,linux', properties: { state: 'Running', httpsOnly: true } },
    {
      type: 'Microsoft.DBforPostgreSQL/flexibleServers',
      name: `psql-${name}`,
      sku: { name: 'Standard_D2ds_v5', tier: 'GeneralPurpose' },
      properties: { version: '16', storage: { storageSizeGB: 128 } },
    },
    storage(`st${name.replaceAll('-', '')}`.slice(0, 24)),
  ],
  machineLab: (name) => [
    ...machine(`vm-${name}-1`, 'Standard_D2s_v5', 'Linux'),
    ...machine(`vm-${name}-2`, 'Standard_D4s_v5', 'Windows'),
    standardAddress(`pip-${name}`),
  ],
  kubernetes: (name) => [
    {
      type: 'Microsoft.ContainerService/managedClusters',
      name: `aks-${name}`,
      sku: { name: 'Base', tier: 'Free' },
      properties: {
        kubernetesVersion: '1.33.0',
        agentPoolProfiles: [{ name: 'system', count: 3, vmSize: 'Standard_D4s_v5', osType: 'Linux', mode: 'System' }],
      },
    },
    { type: 'Microsoft.ContainerRegistry/registries', name: `cr${name.replaceAll('-', '')}`, sku: { name: 'Standard', tier: 'Standard' } },
    standardAddress(`pip-${name}`),
  ],
}

/**
 * Creates a typical workload in a resource group, which is created if the scope names only a subscription. @returns the IDs of the new
 * resources
 */
export function deployWorkload(sim: Simulator, scope: string, workload: Workload, createdAt = sim.clock.now()): string[] {
  const [, , subscriptionId = '', , groupName = `rg-${workload.toLowerCase()}`] = scope.split('/')
  const subscription = findWritableSubscription(sim, subscriptionId)
  if (scope.split('/').length < 5) saveGroup(sim, subscription, { name: groupName, location: 'uksouth', tags: {} })
  const group = findGroup(sim, subscription, groupName)
  const now = createdAt.toISOString()
  return workloads[workload](group.name.replace(/^rg-/, '').slice(0, 20)).map(({ type, name, ...properties }) => {
    const resource: SimResource = {
      ...properties,
      id: `/subscriptions/${subscription.subscriptionId}/resourceGroups/${group.name}/providers/${type}/${name}`,
      name,
      type,
      location: group.location,
      tags: {},
      properties: { provisioningState: 'Succeeded', ...properties.properties },
      createdTime: now,
      changedTime: now,
    }
    saveResource(sim, resource)
    return resource.id
  })
}
