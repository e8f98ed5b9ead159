import { stableId } from '../../sample/stableId.ts'
import type { SimResource } from './resource.ts'

export interface SimPolicy {
  name: string
  builtIn: boolean
  displayName: string
  description: string
  category: string
  effect: 'audit' | 'auditIfNotExists' | 'deny' | 'deployIfNotExists' | 'modify'
  /** In lower case. */
  types: readonly string[]
  /** Evaluates the resource, or returns the probability that it breaks the rule. */
  violates: (resource: SimResource) => boolean | number
}

export interface SimPolicyAssignment {
  name: string
  displayName: string
  managementGroupId: string
  setName: string
  setBuiltIn: boolean
  policies: readonly SimPolicy[]
}

const machines = ['microsoft.compute/virtualmachines', 'microsoft.hybridcompute/machines']
const stores = ['microsoft.storage/storageaccounts']
const vaults = ['microsoft.keyvault/vaults']
const sites = ['microsoft.web/sites']
const servers = ['microsoft.sql/servers']
const clusters = ['microsoft.containerservice/managedclusters']
const registries = ['microsoft.containerregistry/registries']
const serialized: readonly string[] = []

const property = ({ properties }: SimResource, name: string): unknown => properties[name]

const benchmark: SimPolicy[] = [
  builtIn('404c3081-a854-4457-ae30-26a93ef643f9', 'Secure transfer to storage accounts should be enabled', 'Storage', 'audit', stores, {
    description: 'Requests without HTTPS can be read or changed in transit.',
    violates: (resource) => property(resource, 'supportsHttpsTrafficOnly') === false,
  }),
  builtIn('34c877ad-507e-4c82-993e-3452a6e0ad3c', 'Storage accounts should restrict network access', 'Storage', 'audit', stores, {
    description: 'Allow access to storage accounts only from selected networks.',
    violates: () => 0.28,
  }),
  builtIn('0b60c0b2-2dc2-4e1c-b5c9-abbed971de53', 'Key vaults should have deletion protection enabled', 'Key Vault', 'audit', vaults, {
    description: 'Without purge protection, a deleted vault and its keys can be lost permanently.',
    violates: (resource) => property(resource, 'enablePurgeProtection') !== true,
  }),
  builtIn('a4af4a39-4135-47fb-b175-47fbdf85311d', 'App Service apps should only be accessible over HTTPS', 'App Service', 'audit', sites, {
    description: 'Over plain HTTP, others can read the traffic and impersonate the app.',
    violates: (resource) => property(resource, 'httpsOnly') !== true,
  }),
  builtIn('f0e6e85b-9b9f-4a4b-b67b-f730d42f1b0b', 'App Service apps should use the latest TLS version', 'App Service', 'audit', sites, {
    description: 'Older versions of TLS have known weaknesses.',
    violates: () => 0.12,
  }),
  builtIn(
    '1b8ca024-1d5c-4dec-8995-b1a932b41780',
    'Public network access on Azure SQL Database should be disabled',
    'SQL',
    'audit',
    servers,
    {
      description: 'Allow access to databases only through a private endpoint.',
      violates: () => 0.3,
    },
  ),
  builtIn(
    '0961003e-5a0a-4549-abde-af6a37f2724d',
    'Virtual machines should encrypt temp disks, caches and data flows',
    'Compute',
    'auditIfNotExists',
    machines,
    {
      description: 'Encryption at host also covers temporary disks and caches.',
      violates: () => 0.22,
    },
  ),
  builtIn(
    'd26f7642-7545-4e18-9b75-8c9bbdee3a9a',
    'Guest configuration extension should have a system-assigned managed identity',
    'Security Center',
    'auditIfNotExists',
    machines,
    {
      description: 'Settings inside the machine can be checked only if it has a managed identity.',
      violates: () => 0.1,
    },
  ),
  builtIn(
    '0e246bcf-5f6f-4f87-bc6f-775d4712c7ea',
    'Authorized IP ranges should be defined on Kubernetes Services',
    'Kubernetes',
    'audit',
    clusters,
    {
      description: 'Allow access to the cluster’s control plane only from selected networks.',
      violates: () => 0.35,
    },
  ),
  builtIn(
    'd0793b48-0edc-4296-a390-4c75d1bdfd71',
    'Container registries should not allow unrestricted network access',
    'Container Registry',
    'audit',
    registries,
    {
      description: 'Allow access to registries only from selected networks.',
      violates: () => 0.25,
    },
  ),
]

const guardrails: SimPolicy[] = [
  builtIn('e56962a6-4747-49cd-b67b-bf8b01975c4c', 'Allowed locations', 'General', 'deny', serialized, {
    description: 'Resources must be in one of the company’s regions.',
    violates: ({ location }) => !['uksouth', 'ukwest', 'northeurope', 'westeurope', 'global'].includes(location),
  }),
  createPolicy('ng-require-environment-tag', 'Resources should carry an environment tag', 'Tags', 'audit', serialized, {
    description: 'Cost and incident reports use the tag “environment”. Add it to each resource.',
    violates: ({ tags }) => !Object.keys(tags).some((tag) => tag.toLowerCase() === 'environment'),
  }),
  createPolicy(
    'ng-deploy-diagnostic-settings',
    'Logs should go to the central workspace',
    'Monitoring',
    'deployIfNotExists',
    [...vaults, ...servers, ...clusters, ...sites],
    {
      description: 'Diagnostic settings send logs and metrics to the platform’s Log Analytics workspace.',
      violates: () => 0.14,
    },
  ),
  createPolicy('ng-minimum-tls', 'Minimum TLS version should be 1.2', 'Storage', 'modify', stores, {
    description: 'Clients with older TLS versions are rejected.',
    violates: (resource) => (property(resource, 'minimumTlsVersion') ?? 'TLS1_2') !== 'TLS1_2',
  }),
]

const resilience: SimPolicy[] = [
  builtIn(
    '013e242c-8828-4970-87b3-ab247555486d',
    'Azure Backup should be enabled for Virtual Machines',
    'Backup',
    'auditIfNotExists',
    ['microsoft.compute/virtualmachines'],
    {
      description: 'Machines are backed up to a Recovery Services vault.',
      violates: () => 0.18,
    },
  ),
  builtIn(
    '0a15ec92-a229-4763-bb14-0ea34a568f8d',
    'Azure Policy Add-on for Kubernetes should be installed on clusters',
    'Kubernetes',
    'deployIfNotExists',
    clusters,
    {
      description: 'The add-on enforces the company’s rules for workloads in the cluster.',
      violates: () => 0.2,
    },
  ),
  createPolicy('ng-attached-disks', 'Managed disks should be attached to a machine', 'Compute', 'audit', ['microsoft.compute/disks'], {
    description: 'A disk without a machine costs money and isn’t backed up.',
    violates: (resource) => property(resource, 'diskState') === 'Unattached' || (resource.name.startsWith('disk-batch-') ? 0.04 : false),
  }),
]

export const policyAssignments: readonly SimPolicyAssignment[] = [
  {
    name: 'mcsb',
    displayName: 'Microsoft cloud security benchmark',
    managementGroupId: 'northgate',
    setName: '1f3afdf9-d0c9-4c3d-847f-89da613e70a8',
    setBuiltIn: true,
    policies: benchmark,
  },
  {
    name: 'ng-guardrails',
    displayName: 'Northgate guardrails',
    managementGroupId: 'northgate',
    setName: 'ng-guardrails',
    setBuiltIn: false,
    policies: guardrails,
  },
  {
    name: 'ng-resilience',
    displayName: 'Northgate resilience baseline',
    managementGroupId: 'ng-lz',
    setName: 'ng-resilience',
    setBuiltIn: false,
    policies: resilience,
  },
]

const inGroup = (managementGroupId: string) => `/providers/Microsoft.Management/managementGroups/${managementGroupId}`

export function assignmentId({ managementGroupId, name }: SimPolicyAssignment): string {
  return `${inGroup(managementGroupId)}/providers/Microsoft.Authorization/policyAssignments/${name}`
}

export function setId({ setBuiltIn, setName }: SimPolicyAssignment): string {
  return `${setBuiltIn ? '' : inGroup('northgate')}/providers/Microsoft.Authorization/policySetDefinitions/${setName}`
}

export function policyId({ builtIn, name }: SimPolicy): string {
  return `${builtIn ? '' : inGroup('northgate')}/providers/Microsoft.Authorization/policyDefinitions/${name}`
}

const references = new Map<string, string>()

export function referenceId({ name }: SimPolicy): string {
  const cached = references.get(name) ?? stableId(`policy-reference/${name}`)
  references.set(name, cached)
  return cached
}

type PolicyExtras = Pick<SimPolicy, 'description' | 'violates'>

function builtIn(
  name: string,
  displayName: string,
  category: string,
  effect: SimPolicy['effect'],
  types: readonly string[],
  remaining: PolicyExtras,
): SimPolicy {
  return { name, builtIn: true, displayName, category, effect, types, ...remaining }
}

function createPolicy(
  name: string,
  displayName: string,
  category: string,
  effect: SimPolicy['effect'],
  types: readonly string[],
  remaining: PolicyExtras,
): SimPolicy {
  return { name, builtIn: false, displayName, category, effect, types, ...remaining }
}
