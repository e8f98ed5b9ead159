import { personaId } from './people.ts'
import type { SampleCatalogueItem, SamplePerson } from './shapes.ts'
import { stableId } from './stableId.ts'
import { regions } from './topology.ts'

interface ItemPlan {
  slug: string
  name: string
  version: string
  category: string
  description: string
  /** In pence per month. */
  estimate: number
  properties: Record<string, object>
  required?: readonly string[]
  restricted?: boolean
  disabled?: boolean
}

const choice = (title: string, values: readonly string[], preset?: string) => ({
  type: 'string',
  title,
  enum: values,
  default: preset ?? values[0],
})
const number = (title: string, minimum: number, maximum: number, preset: number) => ({
  type: 'integer',
  title,
  minimum,
  maximum,
  default: preset,
})
/** The estimate is for the preset and grows with the number. */
const pricedNumber = (title: string, minimum: number, maximum: number, preset: number) => ({
  ...number(title, minimum, maximum, preset),
  'x-scales-price': true,
})
/** The price of each choice relative to the others; the first is the preset, for which the estimate is. */
const pricedChoice = (title: string, factors: Record<string, number>) => ({
  ...choice(title, Object.keys(factors)),
  'x-price-factors': factors,
})
const flag = (title: string, preset = false) => ({ type: 'boolean', title, default: preset })
const name = (title: string, maxLength: number) => ({ type: 'string', title, pattern: '^[a-z][a-z0-9-]*$', minLength: 3, maxLength })
const region = choice(
  'Region',
  regions.map((each) => each.name),
)

const plans: readonly ItemPlan[] = [
  {
    slug: 'virtual-machines',
    name: 'Virtual Machines',
    version: '3.2.0',
    category: 'Compute',
    description: 'Hardened Linux or Windows machines with patching, backup and monitoring turned on.',
    estimate: 14200,
    properties: {
      image: choice('Image', ['Ubuntu 24.04', 'Red Hat 9', 'Windows Server 2025']),
      size: pricedChoice('Size', { Standard_D2s_v5: 1, Standard_D4s_v5: 2, Standard_E8s_v5: 5.2 }),
      count: pricedNumber('Number of machines', 1, 50, 2),
      region,
    },
    required: ['image', 'size', 'count'],
  },
  {
    slug: 'aks-cluster',
    name: 'Kubernetes Cluster',
    version: '5.1.2',
    category: 'Compute',
    description: 'A private AKS cluster in the fleet, with ingress, policy and GitOps set up.',
    estimate: 96500,
    properties: {
      clusterName: name('Cluster name', 40),
      nodeCount: pricedNumber('Nodes', 3, 60, 3),
      nodeSize: pricedChoice('Node size', { Standard_D4s_v5: 1, Standard_D8s_v5: 2, Standard_E8s_v5: 2.6 }),
      spot: flag('Add a spot node pool'),
    },
    required: ['clusterName', 'nodeCount'],
  },
  {
    slug: 'container-apps',
    name: 'Container Apps',
    version: '2.0.4',
    category: 'Compute',
    description: 'A serverless container environment with scale to zero.',
    estimate: 8600,
    properties: { environmentName: name('Environment name', 40), zoneRedundant: flag('Zone redundant', true) },
    required: ['environmentName'],
  },
  {
    slug: 'app-service',
    name: 'App Service',
    version: '4.0.1',
    category: 'Compute',
    description: 'Web apps and APIs on a managed plan behind the shared front door.',
    estimate: 11800,
    properties: {
      runtime: choice('Runtime', ['.NET 10', 'Java 21', 'Node 24', 'Python 3.13']),
      plan: pricedChoice('Plan', { P0v3: 1, P1v3: 2, P2v3: 4 }),
    },
    required: ['runtime', 'plan'],
  },
  {
    slug: 'functions',
    name: 'Functions',
    version: '3.1.0',
    category: 'Compute',
    description: 'Event-driven functions on the Flex Consumption plan.',
    estimate: 2400,
    properties: {
      runtime: choice('Runtime', ['.NET 10', 'Node 24', 'Python 3.13']),
      alwaysReady: number('Always ready instances', 0, 10, 0),
    },
    required: ['runtime'],
  },
  {
    slug: 'gpu-machines',
    name: 'GPU Machines',
    version: '1.4.0',
    category: 'Compute',
    description: 'Machines with NVIDIA accelerators for training and inference.',
    estimate: 412000,
    restricted: true,
    properties: {
      size: pricedChoice('Size', { Standard_NC24ads_A100_v4: 1, Standard_NC40ads_H100_v5: 1.9 }),
      count: pricedNumber('Number of machines', 1, 8, 1),
    },
    required: ['size', 'count'],
  },
  {
    slug: 'virtual-desktop',
    name: 'Virtual Desktop Host Pool',
    version: '2.3.0',
    category: 'Compute',
    description: 'Desktops for colleagues and partners, built from the golden image.',
    estimate: 38400,
    properties: { users: pricedNumber('Users', 5, 500, 25), persistent: flag('Personal desktops') },
    required: ['users'],
  },
  {
    slug: 'sql-database',
    name: 'SQL Database',
    version: '4.2.0',
    category: 'Data',
    description: 'Azure SQL with zone redundancy, private endpoint and long-term backup.',
    estimate: 31500,
    properties: {
      tier: pricedChoice('Tier', { 'General Purpose': 1, 'Business Critical': 2.7, Hyperscale: 1.4 }),
      vCores: pricedNumber('vCores', 2, 80, 4),
      storageGb: number('Storage (GB)', 32, 4096, 128),
    },
    required: ['tier', 'vCores'],
  },
  {
    slug: 'postgresql',
    name: 'PostgreSQL',
    version: '3.0.0',
    category: 'Data',
    description: 'Flexible Server with high availability and point-in-time restore.',
    estimate: 24900,
    properties: {
      version: choice('Version', ['18', '17', '16']),
      size: pricedChoice('Size', { Standard_D2ds_v5: 1, Standard_D4ds_v5: 2, Standard_E8ds_v5: 5.3 }),
      highAvailability: flag('High availability', true),
    },
    required: ['version', 'size'],
  },
  {
    slug: 'cosmos-db',
    name: 'Cosmos DB',
    version: '2.6.1',
    category: 'Data',
    description: 'Globally distributed documents with autoscale throughput.',
    estimate: 42700,
    properties: { api: choice('API', ['NoSQL', 'MongoDB', 'Table']), maxThroughput: pricedNumber('Maximum RU/s', 1000, 100000, 4000) },
    required: ['api'],
  },
  {
    slug: 'redis',
    name: 'Managed Redis',
    version: '2.1.0',
    category: 'Data',
    description: 'In-memory cache with private access.',
    estimate: 15300,
    properties: { sizeGb: pricedNumber('Size (GB)', 1, 120, 6), persistence: flag('Keep data on disk') },
    required: ['sizeGb'],
  },
  {
    slug: 'storage-account',
    name: 'Storage Account',
    version: '6.0.2',
    category: 'Data',
    description: 'Blob, file and queue storage without public access.',
    estimate: 3100,
    properties: {
      redundancy: choice('Redundancy', ['ZRS', 'GZRS', 'LRS']),
      hierarchical: flag('Hierarchical namespace'),
      retentionDays: number('Soft delete (days)', 7, 90, 14),
    },
    required: ['redundancy'],
  },
  {
    slug: 'databricks',
    name: 'Databricks Workspace',
    version: '3.3.0',
    category: 'Data',
    description: 'A workspace in the shared catalogue with cost guardrails.',
    estimate: 128000,
    properties: { workspaceName: name('Workspace name', 30), serverless: flag('Serverless compute', true) },
    required: ['workspaceName'],
  },
  {
    slug: 'event-hubs',
    name: 'Event Hubs',
    version: '2.2.0',
    category: 'Integration',
    description: 'A namespace on the shared streaming backbone with schema checks.',
    estimate: 19800,
    properties: { throughputUnits: pricedNumber('Throughput units', 1, 40, 2), capture: flag('Capture to the data lake', true) },
    required: ['throughputUnits'],
  },
  {
    slug: 'service-bus',
    name: 'Service Bus',
    version: '2.0.0',
    category: 'Integration',
    description: 'Queues and topics, premium tier, private endpoint.',
    estimate: 54300,
    properties: { messagingUnits: pricedNumber('Messaging units', 1, 16, 1) },
    required: ['messagingUnits'],
  },
  {
    slug: 'api-management',
    name: 'API Gateway Workspace',
    version: '1.9.0',
    category: 'Integration',
    description: 'A workspace on the shared API gateway for publishing your APIs.',
    estimate: 9700,
    properties: { workspaceName: name('Workspace name', 40), audience: choice('Audience', ['Internal', 'Partners', 'Public']) },
    required: ['workspaceName', 'audience'],
  },
  {
    slug: 'key-vault',
    name: 'Key Vault',
    version: '4.1.0',
    category: 'Security',
    description: 'Secrets, keys and certificates with purge protection.',
    estimate: 800,
    properties: { premium: flag('Hardware-protected keys'), retentionDays: number('Retention (days)', 7, 90, 90) },
  },
  {
    slug: 'azure-firewall',
    name: 'Azure Firewall',
    version: '2.0.3',
    category: 'Network',
    description: 'A dedicated firewall outside the shared hub. Explain why the hub’s firewall is not enough.',
    estimate: 98700,
    restricted: true,
    properties: {
      tier: choice('Tier', ['Standard', 'Premium']),
      reason: { type: 'string', title: 'Reason for a dedicated firewall', minLength: 20, maxLength: 1000 },
    },
    required: ['tier', 'reason'],
  },
  {
    slug: 'expressroute',
    name: 'ExpressRoute Circuit',
    version: '1.6.0',
    category: 'Network',
    description: 'A private connection between a site and the cloud.',
    estimate: 187000,
    restricted: true,
    properties: {
      site: { type: 'string', title: 'Site', minLength: 3, maxLength: 80 },
      bandwidthMbps: choice('Bandwidth (Mbit/s)', ['50', '200', '1000', '10000']),
    },
    required: ['site', 'bandwidthMbps'],
  },
  {
    slug: 'private-dns',
    name: 'Private DNS Zone',
    version: '2.4.0',
    category: 'Network',
    description: 'A zone linked to the hub and resolvable from stores and offices.',
    estimate: 300,
    properties: { zone: { type: 'string', title: 'Zone', pattern: '^[a-z0-9.-]+$', maxLength: 120 } },
    required: ['zone'],
  },
  {
    slug: 'front-door',
    name: 'Front Door Endpoint',
    version: '3.0.0',
    category: 'Network',
    description: 'A public endpoint with web application firewall and managed certificate.',
    estimate: 16900,
    properties: {
      hostname: { type: 'string', title: 'Host name', pattern: '^[a-z0-9.-]+$', maxLength: 120 },
      wafMode: choice('Firewall mode', ['Prevention', 'Detection']),
    },
    required: ['hostname'],
  },
  {
    slug: 'openai',
    name: 'Azure OpenAI',
    version: '2.5.0',
    category: 'AI',
    description: 'Language models with content filters, logging and a monthly token cap.',
    estimate: 65000,
    restricted: true,
    properties: {
      model: choice('Model', ['Large', 'Small', 'Embedding']),
      monthlyTokens: pricedNumber('Tokens per month (millions)', 1, 1000, 50),
      useCase: { type: 'string', title: 'Purpose', minLength: 20, maxLength: 1000 },
    },
    required: ['model', 'useCase'],
  },
  {
    slug: 'backup',
    name: 'Backup Vault',
    version: '3.1.1',
    category: 'Resilience',
    description: 'A Recovery Services vault with immutable backups and cross-region restore.',
    estimate: 5200,
    properties: { policy: choice('Policy', ['Gold', 'Silver', 'Bronze'], 'Silver') },
    required: ['policy'],
  },
  {
    slug: 'hdinsight',
    name: 'HDInsight Cluster',
    version: '1.8.4',
    category: 'Data',
    description: 'Replaced by Databricks. Kept for accounts that still use it.',
    estimate: 88000,
    disabled: true,
    properties: { workers: pricedNumber('Workers', 3, 40, 4) },
    required: ['workers'],
  },
]

export const commonItemSlugs = plans.filter((plan) => !plan.restricted && !plan.disabled).map((plan) => plan.slug)
export const restrictedItemSlugs = plans.filter((plan) => plan.restricted).map((plan) => plan.slug)

const ids = new Map(plans.map((plan) => [plan.slug, stableId(`catalogue/${plan.slug}`)]))

export const catalogueItemId = (slug: string) => ids.get(slug)!

export function buildCatalogue(people: readonly SamplePerson[]): SampleCatalogueItem[] {
  const networkLead = people.find((person) => person.jobTitle === 'Lead Engineer, Landing Zones')!
  return plans.map((plan) => ({
    id: catalogueItemId(plan.slug),
    name: plan.name,
    version: plan.version,
    category: plan.category,
    description: plan.description,
    inputs: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: plan.properties,
      required: plan.required ?? [],
      additionalProperties: false,
    },
    monthlyEstimate: { amount: plan.estimate, currency: 'GBP' },
    approverIds: plan.restricted ? [personaId('productApprover'), networkLead.id] : [],
    enabled: !plan.disabled,
    documentationUrl: `https://docs.northgate.example/catalogue/${plan.slug}`,
  }))
}
