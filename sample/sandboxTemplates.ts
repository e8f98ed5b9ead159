import { stableId } from './stableId.ts'

export interface SampleSandboxTemplate {
  id: string
  name: string
  description: string
  hosting: 'resourceGroup' | 'subscription'
  regions: string[]
  allowed_resource_types: string[]
  /** In pence. */
  max_budget: number
  default_budget: number
  max_hours: number
  default_hours: number
  max_extensions: number
  extension_hours: number
  max_members: number
  max_per_person: number
  thresholds: { percent: number; action: 'notify' | 'freeze' }[]
  reminder_hours: number[]
  idle_hours: number | null
  approval: { mode: 'required' | 'automatic' | 'within'; budget?: number; hours?: number; cleanRecord?: boolean }
  groups: { suffix: string; role: string }[]
  typical_use: { name: string; resourceType: string; sku: string; count: number; share: number }[]
}

const thresholds: SampleSandboxTemplate['thresholds'] = [
  { percent: 50, action: 'notify' },
  { percent: 80, action: 'notify' },
  { percent: 100, action: 'freeze' },
]
const groups = [
  { suffix: 'owners', role: 'Contributor' },
  { suffix: 'members', role: 'Contributor' },
  { suffix: 'viewers', role: 'Reader' },
]
const storage = 'Microsoft.Storage/storageAccounts'
const machine = 'Microsoft.Compute/virtualMachines'
const machineParts = [machine, 'Microsoft.Compute/disks', 'Microsoft.Network/networkInterfaces', 'Microsoft.Network/publicIPAddresses']
const network = ['Microsoft.Network/virtualNetworks', 'Microsoft.Network/networkSecurityGroups']

const template = (
  name: string,
  remaining: Omit<SampleSandboxTemplate, 'id' | 'name' | 'thresholds' | 'groups' | 'reminder_hours' | 'max_per_person'> &
    Partial<SampleSandboxTemplate>,
): SampleSandboxTemplate => ({
  id: stableId(`sandbox-template/${name}`),
  name,
  thresholds,
  groups,
  reminder_hours: [48, 24, 4],
  max_per_person: 3,
  ...remaining,
})

export const sandboxTemplates = {
  web: template('Web app playground', {
    description: 'An App Service plan, a database and storage. Try a service or framework before you plan a project.',
    hosting: 'resourceGroup',
    regions: ['uksouth', 'ukwest'],
    allowed_resource_types: [
      'Microsoft.Web/serverFarms',
      'Microsoft.Web/sites',
      'Microsoft.DBforPostgreSQL/flexibleServers',
      'Microsoft.Cache/redis',
      'Microsoft.KeyVault/vaults',
      'Microsoft.Insights/components',
      storage,
    ],
    max_budget: 20_000,
    default_budget: 5_000,
    max_hours: 336,
    default_hours: 168,
    max_extensions: 2,
    extension_hours: 168,
    max_members: 20,
    idle_hours: 72,
    approval: { mode: 'within', budget: 10_000, hours: 168, cleanRecord: true },
    typical_use: [
      { name: 'Plan for two or three apps', resourceType: 'Microsoft.Web/serverFarms', sku: 'P1v3', count: 1, share: 100 },
      { name: 'PostgreSQL', resourceType: 'Microsoft.DBforPostgreSQL/flexibleServers', sku: 'Standard_D2ds_v5', count: 1, share: 60 },
    ],
  }),
  data: template('Data science lab', {
    description: 'Notebooks, an optional GPU machine, and storage for samples. Personal data of customers is not allowed.',
    hosting: 'resourceGroup',
    regions: ['uksouth', 'westeurope'],
    allowed_resource_types: [
      'Microsoft.MachineLearningServices/workspaces',
      'Microsoft.Databricks/workspaces',
      'Microsoft.KeyVault/vaults',
      'Microsoft.Insights/components',
      'Microsoft.ContainerRegistry/registries',
      storage,
      ...machineParts,
      ...network,
    ],
    max_budget: 50_000,
    default_budget: 15_000,
    max_hours: 720,
    default_hours: 336,
    max_extensions: 2,
    extension_hours: 168,
    max_members: 12,
    idle_hours: 48,
    approval: { mode: 'within', budget: 15_000, hours: 336, cleanRecord: true },
    typical_use: [
      { name: 'Notebook machine', resourceType: machine, sku: 'Standard_D4s_v5', count: 1, share: 35 },
      { name: 'Training on a T4', resourceType: machine, sku: 'Standard_NC4as_T4_v3', count: 1, share: 10 },
    ],
  }),
  kubernetes: template('Kubernetes try-out', {
    description: 'A small AKS cluster and a registry in the platform’s standard setup. Find out whether a workload suits Kubernetes.',
    hosting: 'resourceGroup',
    regions: ['uksouth', 'westeurope'],
    allowed_resource_types: [
      'Microsoft.ContainerService/managedClusters',
      'Microsoft.ContainerRegistry/registries',
      'Microsoft.Network/publicIPAddresses',
      'Microsoft.KeyVault/vaults',
      storage,
      ...network,
    ],
    max_budget: 30_000,
    default_budget: 12_000,
    max_hours: 240,
    default_hours: 120,
    max_extensions: 1,
    extension_hours: 72,
    max_members: 10,
    idle_hours: 24,
    approval: { mode: 'within', budget: 12_000, hours: 120, cleanRecord: true },
    typical_use: [{ name: 'Three nodes', resourceType: machine, sku: 'Standard_D2s_v5', count: 3, share: 60 }],
  }),
  machines: template('VM lab', {
    description: 'Virtual machines on a separate network, for example to test agents, installers or till images.',
    hosting: 'resourceGroup',
    regions: ['uksouth', 'ukwest', 'westeurope'],
    allowed_resource_types: [...machineParts, ...network, 'Microsoft.Compute/images', 'Microsoft.KeyVault/vaults', storage],
    max_budget: 25_000,
    default_budget: 8_000,
    max_hours: 240,
    default_hours: 96,
    max_extensions: 1,
    extension_hours: 72,
    max_members: 10,
    idle_hours: 24,
    approval: { mode: 'within', budget: 8_000, hours: 96, cleanRecord: true },
    typical_use: [
      { name: 'Linux machines', resourceType: machine, sku: 'Standard_D2s_v5', count: 2, share: 50 },
      { name: 'Jump box', resourceType: machine, sku: 'Standard_B2s', count: 1, share: 100 },
    ],
  }),
  workshop: template('Workshop', {
    description: 'One or two days for a team of up to 40, such as a hackathon or a vendor course. Invite all members together by email.',
    hosting: 'resourceGroup',
    regions: ['uksouth'],
    allowed_resource_types: [],
    max_budget: 60_000,
    default_budget: 20_000,
    max_hours: 72,
    default_hours: 24,
    max_extensions: 0,
    extension_hours: 24,
    max_members: 40,
    max_per_person: 1,
    idle_hours: null,
    reminder_hours: [4, 1],
    approval: { mode: 'required' },
    typical_use: [
      { name: 'Shared plan for all apps', resourceType: 'Microsoft.Web/serverFarms', sku: 'P1v3', count: 2, share: 100 },
      { name: 'Small VMs', resourceType: machine, sku: 'Standard_B2s', count: 10, share: 40 },
    ],
  }),
  clean: template('Clean subscription', {
    description: 'An empty subscription for work that needs more than a resource group, such as policies or landing zones.',
    hosting: 'subscription',
    regions: ['uksouth', 'ukwest', 'northeurope', 'westeurope'],
    allowed_resource_types: [],
    max_budget: 100_000,
    default_budget: 30_000,
    max_hours: 720,
    default_hours: 336,
    max_extensions: 1,
    extension_hours: 168,
    max_members: 20,
    max_per_person: 1,
    idle_hours: 96,
    approval: { mode: 'required' },
    typical_use: [{ name: 'Machines for module tests', resourceType: machine, sku: 'Standard_D2s_v5', count: 2, share: 25 }],
  }),
} as const satisfies Record<string, SampleSandboxTemplate>

export type TemplateKey = keyof typeof sandboxTemplates
