import { catalogueItemId } from '../../sample/catalogue.ts'
import { seededRandom } from '../../sample/seededRandom.ts'
import type { SampleAccount } from '../../sample/shapes.ts'
import { type Context, machine, type ResourceTemplate, sqlDatabase, times } from './resourceTemplates.ts'

interface Service {
  /** The type of resource that shows that the account has the service. */
  type: string
  count?: number
  build: (context: Context) => ResourceTemplate[]
}

const single = (type: string, prefix: string, remaining: Partial<ResourceTemplate> = {}): Service => ({
  type,
  build: ({ name }) => [{ type, name: `${prefix}-${name}`, part: 'app', ...remaining }],
})
const unique = (type: string, prefix: string, remaining: Partial<ResourceTemplate> = {}): Service => ({
  type,
  build: ({ short }) => [{ type, name: `${prefix}-${short}`, part: 'data', ...remaining }],
})
const standard = { name: 'Standard', tier: 'Standard', capacity: 1 }

/** The API gateway is shared, so its workspaces have no resource in the account. */
const services: Record<string, Service> = {
  'virtual-machines': {
    type: 'Microsoft.Compute/virtualMachines',
    count: 2,
    build: (context) => times(2, (number) => machine(context, `vm-${context.name}-${number}`)),
  },
  'aks-cluster': single('Microsoft.ContainerService/managedClusters', 'aks', {
    sku: { name: 'Base', tier: 'Standard' },
    properties: { kubernetesVersion: '1.33.0', powerState: { code: 'Running' } },
  }),
  'container-apps': single('Microsoft.App/managedEnvironments', 'cae'),
  'app-service': single('Microsoft.Web/serverFarms', 'asp', { kind: 'linux', sku: { name: 'P1v3', tier: 'PremiumV3', capacity: 1 } }),
  functions: single('Microsoft.Web/sites', 'func', { kind: 'functionapp,linux', properties: { state: 'Running', httpsOnly: true } }),
  'gpu-machines': {
    type: 'Microsoft.Compute/virtualMachines',
    build: (context) => machine(context, `vm-gpu-${context.name}`, 'Linux', 'Standard_NC24ads_A100_v4'),
  },
  'virtual-desktop': single('Microsoft.DesktopVirtualization/hostPools', 'vdpool'),
  'sql-database': { type: 'Microsoft.Sql/servers/databases', build: sqlDatabase },
  postgresql: unique('Microsoft.DBforPostgreSQL/flexibleServers', 'psql', {
    sku: { name: 'Standard_D2ds_v5', tier: 'GeneralPurpose' },
    properties: { state: 'Ready', version: '18', storage: { storageSizeGB: 128 } },
  }),
  'cosmos-db': unique('Microsoft.DocumentDB/databaseAccounts', 'cosmos', { kind: 'GlobalDocumentDB' }),
  redis: unique('Microsoft.Cache/redis', 'redis', { properties: { sku: { name: 'Standard', family: 'C', capacity: 1 } } }),
  'storage-account': unique('Microsoft.Storage/storageAccounts', 'st'),
  databricks: single('Microsoft.Databricks/workspaces', 'dbw', { sku: { name: 'premium' } }),
  'event-hubs': unique('Microsoft.EventHub/namespaces', 'evhns', { sku: standard }),
  'service-bus': unique('Microsoft.ServiceBus/namespaces', 'sb', { sku: { ...standard, name: 'Premium', tier: 'Premium' } }),
  'key-vault': unique('Microsoft.KeyVault/vaults', 'kv'),
  'azure-firewall': single('Microsoft.Network/azureFirewalls', 'afw', { part: 'network' }),
  expressroute: single('Microsoft.Network/expressRouteCircuits', 'erc', { part: 'network' }),
  'private-dns': single('Microsoft.Network/privateDnsZones', 'zone', { part: 'network', location: 'global' }),
  'front-door': single('Microsoft.Cdn/profiles', 'afd', { part: 'network', location: 'global' }),
  openai: single('Microsoft.CognitiveServices/accounts', 'oai', { kind: 'OpenAI' }),
  backup: single('Microsoft.RecoveryServices/vaults', 'rsv', { part: 'data', sku: { name: 'RS0', tier: 'Standard' } }),
}
const servicesById = new Map(Object.entries(services).map(([slug, service]) => [catalogueItemId(slug), service]))

export const serviceOf = (itemId: string): Service | undefined => servicesById.get(itemId)

/** Returns the resources of the account’s services that its other resources don’t include. */
export function resourcesOfServices(
  { id, catalogueItemIds }: SampleAccount,
  workload: ResourceTemplate[],
  context: Context,
): ResourceTemplate[] {
  const own = { ...context, random: seededRandom(`services/${id}`) }
  const countOf = (type: string) => workload.filter((each) => each.type === type).length
  return catalogueItemIds.flatMap((itemId) => {
    const service = serviceOf(itemId)
    return service && countOf(service.type) < (service.count ?? 1) ? service.build(own) : []
  })
}
