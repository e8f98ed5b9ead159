import type { SeededRandom } from '../../sample/seededRandom.ts'

/** A nested name is written `server/database`; `part` is the purpose of the resource group. */
export interface ResourceTemplate {
  type: string
  name: string
  part: 'app' | 'data' | 'monitoring' | 'network'
  group?: string
  location?: string
  kind?: string
  sku?: Record<string, unknown>
  zones?: string[]
  properties?: Record<string, unknown>
}

export interface Context {
  name: string
  /** See `shortNameOf`. */
  short: string
  size: number
  production: boolean
  random: SeededRandom
}

export const times = <T>(count: number, make: (number: number) => T[]): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1)).flat()

export function common({ name, short, production: isProduction }: Context): ResourceTemplate[] {
  return [
    {
      type: 'Microsoft.KeyVault/vaults',
      name: `kv-${short}`,
      part: 'app',
      properties: { enableRbacAuthorization: true, enablePurgeProtection: isProduction },
    },
    {
      type: 'Microsoft.Storage/storageAccounts',
      name: `st${short}`,
      part: 'data',
      kind: 'StorageV2',
      sku: storageSku(isProduction),
      properties: { minimumTlsVersion: 'TLS1_2', supportsHttpsTrafficOnly: true },
    },
    {
      type: 'Microsoft.OperationalInsights/workspaces',
      name: `log-${name}`,
      part: 'monitoring',
      properties: { retentionInDays: isProduction ? 90 : 30 },
    },
    { type: 'Microsoft.Insights/actionGroups', name: `ag-${name}`, part: 'monitoring', location: 'global', properties: { enabled: true } },
    { type: 'Microsoft.ManagedIdentity/userAssignedIdentities', name: `id-${name}`, part: 'app' },
  ]
}

export function networkExtras({ name }: Context): ResourceTemplate[] {
  return [
    { type: 'Microsoft.Network/networkSecurityGroups', name: `nsg-${name}-app`, part: 'network' },
    { type: 'Microsoft.Network/routeTables', name: `rt-${name}`, part: 'network' },
  ]
}

export function storageSku(isProduction: boolean): Record<string, unknown> {
  return { name: isProduction ? 'Standard_ZRS' : 'Standard_LRS', tier: 'Standard' }
}

const vmSizes = ['Standard_D2s_v5', 'Standard_D4s_v5', 'Standard_E4s_v5', 'Standard_D8s_v5']

export function machine({ random }: Context, vm: string, image = 'Linux', vmSize?: string): ResourceTemplate[] {
  return [
    {
      type: 'Microsoft.Compute/virtualMachines',
      name: vm,
      part: 'app',
      zones: [String(random.int(1, 3))],
      properties: {
        hardwareProfile: { vmSize: vmSize ?? random.pick(vmSizes) },
        storageProfile: { osDisk: { osType: image, name: `${vm}-os`, createOption: 'FromImage' } },
      },
    },
    { type: 'Microsoft.Network/networkInterfaces', name: `${vm}-nic`, part: 'app' },
    {
      type: 'Microsoft.Compute/disks',
      name: `${vm}-os`,
      part: 'app',
      sku: { name: 'Premium_LRS', tier: 'Premium' },
      properties: { diskSizeGB: 128, diskState: 'Attached' },
    },
  ]
}

export function sqlDatabase({ name, short, size }: Context): ResourceTemplate[] {
  return [
    {
      type: 'Microsoft.Sql/servers',
      name: `sql-${short}`,
      part: 'data',
      kind: 'v12.0',
      properties: { state: 'Ready', minimalTlsVersion: '1.2' },
    },
    {
      type: 'Microsoft.Sql/servers/databases',
      name: `sql-${short}/sqldb-${name}`,
      part: 'data',
      sku: { name: 'GP_Gen5', tier: 'GeneralPurpose', capacity: 2 * size },
      properties: { status: 'Online' },
    },
  ]
}
