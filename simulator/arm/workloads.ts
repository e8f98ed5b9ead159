import type { SeededRandom } from '../../sample/seededRandom.ts'
import type { Company, SampleAccount } from '../../sample/shapes.ts'
import { shortNameOf } from '../../sample/shortName.ts'
import { resourcesOfServices } from './catalogueServices.ts'
import { type Context, common, machine, networkExtras, type ResourceTemplate, sqlDatabase, storageSku, times } from './resourceTemplates.ts'

type Workload = 'edge' | 'data' | 'kubernetes' | 'machines' | 'integration' | 'web'

const signs: [RegExp, Workload][] = [
  [/lakehouse|streaming|machine learning|intelligence|forecast|insight|personalisation|master data/i, 'data'],
  [/aks|container|checkout|grocery|picking|marketplace|platform/i, 'kubernetes'],
  [/ledger|payroll|treasury|tax|desktop|warehouse management|automation|point of sale|property/i, 'machines'],
  [/integration|supplier|transport|customs|payments|event|returns|fraud/i, 'integration'],
]

function workloadOf(company: Company, account: SampleAccount): Workload {
  if (account.kind === 'edge') return 'edge'
  const family = company.families.find((each) => each.id === account.familyId)?.name ?? ''
  return signs.find(([sign]) => sign.test(family) || sign.test(account.name))?.[1] ?? 'web'
}

const scale = { production: 3, preproduction: 2, test: 1, development: 1 }

export function templateFor(company: Company, account: SampleAccount, random: SeededRandom): ResourceTemplate[] {
  const size = scale[account.environment]
  const context: Context = {
    name: account.name,
    short: shortNameOf(account),
    size,
    production: account.environment === 'production',
    random,
  }
  const hasNetwork = account.network.connectivity !== 'none' ? networkExtras(context) : []
  const workload = [...common(context), ...hasNetwork, ...workloads[workloadOf(company, account)](context)]
  return [...workload, ...resourcesOfServices(account, workload, context)]
}

const workloads: Record<Workload, (context: Context) => ResourceTemplate[]> = {
  edge: (context) => [
    {
      type: 'Microsoft.HybridCompute/machines',
      name: `${context.name}-till-server`,
      part: 'app',
      properties: { status: 'Connected', osType: 'linux' },
    },
    {
      type: 'Microsoft.Kubernetes/connectedClusters',
      name: `arck-${context.name}`,
      part: 'app',
      properties: { connectivityStatus: 'Connected' },
    },
    { type: 'Microsoft.Devices/IotHubs', name: `iot-${context.short}`, part: 'data', sku: { name: 'S1', tier: 'Standard', capacity: 1 } },
  ],
  data: (context) => [
    { type: 'Microsoft.Databricks/workspaces', name: `dbw-${context.name}`, part: 'app', sku: { name: 'premium' } },
    { type: 'Microsoft.DataFactory/factories', name: `adf-${context.short}`, part: 'app' },
    {
      type: 'Microsoft.EventHub/namespaces',
      name: `evhns-${context.short}`,
      part: 'data',
      sku: { name: 'Standard', tier: 'Standard', capacity: context.size },
    },
    ...times(context.size * 4, (number): ResourceTemplate[] => [
      {
        type: 'Microsoft.Storage/storageAccounts',
        name: `dl${context.short}${number}`,
        part: 'data',
        kind: 'StorageV2',
        sku: storageSku(context.production),
        properties: { isHnsEnabled: true },
      },
    ]),
    ...sqlDatabase(context),
    ...times(context.size * context.random.int(1, 4), (number) => machine(context, `vm-shir-${number}`, 'Windows')),
  ],
  kubernetes: (context) => [
    {
      type: 'Microsoft.ContainerService/managedClusters',
      name: `aks-${context.name}`,
      part: 'app',
      sku: { name: 'Base', tier: context.production ? 'Standard' : 'Free' },
      properties: { kubernetesVersion: context.random.pick(['1.31.2', '1.32.1', '1.33.0']), powerState: { code: 'Running' } },
    },
    { type: 'Microsoft.ContainerRegistry/registries', name: `cr${context.short}`, part: 'app', sku: { name: 'Premium', tier: 'Premium' } },
    ...times(context.size * context.random.int(1, 3), (number): ResourceTemplate[] => [
      { type: 'Microsoft.DocumentDB/databaseAccounts', name: `cosmos-${context.short}-${number}`, part: 'data', kind: 'GlobalDocumentDB' },
      {
        type: 'Microsoft.Cache/redis',
        name: `redis-${context.short}-${number}`,
        part: 'data',
        properties: { sku: { name: 'Standard', family: 'C', capacity: 1 } },
      },
      {
        type: 'Microsoft.ServiceBus/namespaces',
        name: `sb-${context.short}-${number}`,
        part: 'data',
        sku: { name: 'Premium', tier: 'Premium', capacity: 1 },
      },
    ]),
    { type: 'Microsoft.Insights/components', name: `appi-${context.name}`, part: 'monitoring', kind: 'web' },
  ],
  machines: (context) => [
    ...times(context.size * context.random.int(2, 7), (number) =>
      machine(
        context,
        `vm-${context.name.slice(0, 8).replace(/-$/, '')}-${String(number).padStart(2, '0')}`,
        context.random.pick(['Linux', 'Windows']),
      ),
    ),
    { type: 'Microsoft.Network/loadBalancers', name: `lbi-${context.name}`, part: 'network', sku: { name: 'Standard', tier: 'Regional' } },
    { type: 'Microsoft.RecoveryServices/vaults', name: `rsv-${context.name}`, part: 'data', sku: { name: 'RS0', tier: 'Standard' } },
    ...sqlDatabase(context),
  ],
  integration: (context) => [
    {
      type: 'Microsoft.ServiceBus/namespaces',
      name: `sb-${context.short}`,
      part: 'data',
      sku: { name: 'Premium', tier: 'Premium', capacity: 1 },
    },
    {
      type: 'Microsoft.EventHub/namespaces',
      name: `evhns-${context.short}`,
      part: 'data',
      sku: { name: 'Standard', tier: 'Standard', capacity: context.size },
    },
    ...times(context.size * context.random.int(2, 5), (number): ResourceTemplate[] => [
      {
        type: 'Microsoft.Web/sites',
        name: `func-${context.name}-${number}`,
        part: 'app',
        kind: 'functionapp,linux',
        properties: { state: 'Running', httpsOnly: true },
      },
      { type: 'Microsoft.Logic/workflows', name: `logic-${context.name}-${number}`, part: 'app', properties: { state: 'Enabled' } },
    ]),
    { type: 'Microsoft.Insights/components', name: `appi-${context.name}`, part: 'monitoring', kind: 'web' },
  ],
  web: (context) => [
    ...times(context.size, (number): ResourceTemplate[] => [
      {
        type: 'Microsoft.Web/serverFarms',
        name: `asp-${context.name}-${number}`,
        part: 'app',
        kind: 'linux',
        sku: { name: 'P1v3', tier: 'PremiumV3', capacity: context.size },
      },
      {
        type: 'Microsoft.Web/sites',
        name: `app-${context.name}-${number}`,
        part: 'app',
        kind: 'app,linux',
        properties: { state: 'Running', httpsOnly: true, defaultHostName: `app-${context.name}-${number}.azurewebsites.net` },
      },
    ]),
    ...sqlDatabase(context),
    { type: 'Microsoft.Insights/components', name: `appi-${context.name}`, part: 'monitoring', kind: 'web' },
    ...times(context.random.int(0, context.size), (number) => machine(context, `vm-batch-${number}`)),
  ],
}
