interface ApiVersion {
  service: 'Azure' | 'Azure DevOps' | 'Azure Monitor' | 'GitHub' | 'Key Vault' | 'The Azure price list'
  api: string
  version: string
  /** First day without support, in UTC; null if none is announced. */
  endOfSupport: `${number}-${number}-${number}` | null
  /** Page with the date, or with the policy if there is none. */
  source: string
}

/** Azure supports stable versions for years, and sets an end date only when it announces the end. */
const azurePolicy = 'https://learn.microsoft.com/azure/developer/intro/azure-service-sdk-tool-versioning'
const azureDevOpsPolicy = 'https://learn.microsoft.com/azure/devops/integrate/concepts/rest-api-versioning'
const keyVaultVersions = 'https://learn.microsoft.com/azure/key-vault/general/migrate-api-version'

const azure = (api: string, version: string, source = azurePolicy) =>
  ({ service: 'Azure', api, version, endOfSupport: null, source }) as const satisfies ApiVersion

/** All versions of external APIs in use, with the end of their support; checked on 23 November 2026. */
export const apiVersionTable = {
  activityLog: azure('Microsoft.Insights/eventtypes', '2015-04-01'),
  advisor: azure('Microsoft.Advisor', '2023-01-01'),
  authorization: azure('Microsoft.Authorization', '2022-04-01'),
  azureDevOps: { service: 'Azure DevOps', api: 'Git and Pipelines', version: '7.1', endOfSupport: null, source: azureDevOpsPolicy },
  azureDevOpsPolicy: { service: 'Azure DevOps', api: 'Policy', version: '7.1-preview.1', endOfSupport: null, source: azureDevOpsPolicy },
  billing: azure('Microsoft.Billing', '2024-04-01'),
  // This API is in maintenance mode like all Consumption APIs, but no end of support for budgets is announced.
  budgets: azure(
    'Microsoft.Consumption/budgets',
    '2023-05-01',
    'https://learn.microsoft.com/azure/cost-management-billing/automate/transition-consumption-apis-cost-management-apis',
  ),
  compute: azure('Microsoft.Compute', '2024-03-01'),
  computeSkus: azure('Microsoft.Compute/skus', '2021-07-01'),
  costManagement: azure('Microsoft.CostManagement', '2023-11-01'),
  // Azure supports a version for at least 24 months after it announces the successor.
  github: {
    service: 'GitHub',
    api: 'REST',
    version: '2022-11-28',
    endOfSupport: '2028-03-12',
    source: 'https://github.blog/changelog/2026-03-12-rest-api-version-2026-03-10-is-now-available',
  },
  // The announced end of versions before 2026-02-01 does not apply to the data plane.
  keyVault: { service: 'Key Vault', api: 'Secrets', version: '7.5', endOfSupport: null, source: keyVaultVersions },
  kubernetes: azure('Microsoft.ContainerService', '2024-05-01'),
  locks: azure('Microsoft.Authorization/locks', '2020-05-01'),
  maintenance: azure('Microsoft.Maintenance', '2023-04-01'),
  managementGroups: azure('Microsoft.Management', '2021-04-01'),
  metrics: { service: 'Azure Monitor', api: 'Metrics batch', version: '2024-02-01', endOfSupport: null, source: azurePolicy },
  mysql: azure('Microsoft.DBforMySQL', '2023-12-30'),
  network: azure('Microsoft.Network', '2024-01-01'),
  policyAssignments: azure('Microsoft.Authorization/policyAssignments', '2023-04-01'),
  policyInsights: azure('Microsoft.PolicyInsights', '2019-10-01'),
  postgresql: azure('Microsoft.DBforPostgreSQL', '2024-08-01'),
  privateDns: azure('Microsoft.Network/privateDnsZones', '2020-06-01'),
  privilegedIdentity: azure('Microsoft.Authorization (privileged identity management)', '2020-10-01'),
  recoveryServices: azure('Microsoft.RecoveryServices', '2024-04-01'),
  resourceGraph: azure('Microsoft.ResourceGraph', '2021-03-01'),
  resources: azure('Microsoft.Resources', '2022-09-01'),
  retailPrices: {
    service: 'The Azure price list',
    api: 'Retail prices',
    version: '2023-01-01-preview',
    endOfSupport: null,
    source: 'https://learn.microsoft.com/rest/api/cost-management/retail-prices/azure-retail-prices',
  },
  // Sub-assessments have no stable version.
  securityFindings: azure(
    'Microsoft.Security/subAssessments',
    '2019-01-01-preview',
    'https://learn.microsoft.com/rest/api/defenderforcloud/sub-assessments',
  ),
  subscriptionAliases: azure('Microsoft.Subscription', '2021-10-01'),
  subscriptions: azure('Microsoft.Resources/subscriptions', '2022-12-01'),
  // Support for earlier versions ends on 27 February 2027.
  vaults: azure('Microsoft.KeyVault', '2026-02-01', keyVaultVersions),
  web: azure('Microsoft.Web', '2023-12-01'),
} as const satisfies Record<string, ApiVersion>

type Versions = { readonly [K in keyof typeof apiVersionTable]: string }

export const apiVersions = Object.fromEntries(Object.entries(apiVersionTable).map(([key, { version }]) => [key, version])) as Versions

export const endOfSupportWarningDays = 180
const dayMs = 86_400_000

export interface EndingVersion {
  service: string
  api: string
  version: string
  endOfSupport: string
}

export function datedVersions(
  now: Date,
  table: Readonly<Record<string, ApiVersion>> = apiVersionTable,
): (EndingVersion & { remainingMs: number })[] {
  return Object.values(table).flatMap(({ service, api, version, endOfSupport }) =>
    endOfSupport === null ? [] : [{ service, api, version, endOfSupport, remainingMs: Date.parse(endOfSupport) - now.getTime() }],
  )
}

export function versionsEndingSoon(now: Date, table?: Readonly<Record<string, ApiVersion>>): EndingVersion[] {
  return datedVersions(now, table)
    .filter(({ remainingMs }) => remainingMs <= endOfSupportWarningDays * dayMs)
    .sort((a, b) => a.remainingMs - b.remainingMs)
    .map(({ remainingMs: _, ...rest }) => rest)
}
