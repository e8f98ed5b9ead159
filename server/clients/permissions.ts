/** The place that shows a refusal: in the affected run, on the screen that made the call, or at the connector in the cockpit. */
type ReportedIn = 'run' | 'screen' | 'cockpit'

export interface Permission {
  service: 'Azure' | 'Microsoft Graph' | 'Key Vault' | 'GitHub' | 'Azure DevOps' | 'ServiceNow'
  /** The service's own name, in its reference and its refusals. */
  name: string
  scope: string
  purpose: string
  features: string
  without: string
  reportedIn: ReportedIn
  /** Status of its refusal, with the service's code if any. */
  refusal: string
}

type Row = [name: string, purpose: string, features: string, without: string, reportedIn: ReportedIn, refusal?: string]

const refusals: Record<Permission['service'], string> = {
  Azure: '403 AuthorizationFailed',
  'Microsoft Graph': '403 Authorization_RequestDenied',
  'Key Vault': '403 ForbiddenByRbac',
  GitHub: '403',
  'Azure DevOps': '403',
  ServiceNow: '403',
}

function granted(service: Permission['service'], scope: string, rows: Row[]): Permission[] {
  return rows.map(([name, purpose, features, without, reportedIn, refusal = refusals[service]]) => ({
    service,
    name,
    scope,
    purpose,
    features,
    without,
    reportedIn,
    refusal,
  }))
}

const powerRows = [
  ['Microsoft.Compute/virtualMachines/deallocate/action', 'Microsoft.Compute/virtualMachines/start/action', 'virtual machines'],
  ['Microsoft.Compute/virtualMachineScaleSets/deallocate/action', 'Microsoft.Compute/virtualMachineScaleSets/start/action', 'scale sets'],
  ['Microsoft.Web/sites/stop/action', 'Microsoft.Web/sites/start/action', 'web apps'],
  [
    'Microsoft.ContainerService/managedClusters/stop/action',
    'Microsoft.ContainerService/managedClusters/start/action',
    'Kubernetes clusters',
  ],
  ['Microsoft.DBforPostgreSQL/flexibleServers/stop/action', 'Microsoft.DBforPostgreSQL/flexibleServers/start/action', 'PostgreSQL servers'],
  ['Microsoft.DBforMySQL/flexibleServers/stop/action', 'Microsoft.DBforMySQL/flexibleServers/start/action', 'MySQL servers'],
].flatMap(([stop, start, what]): Row[] => [
  [stop!, `Stop ${what}`, 'Sandbox freeze', `${what} in a frozen sandbox keep running and cost money`, 'run'],
  [start!, `Start ${what} again`, 'Sandbox resume', `A sandbox with ${what} can’t be resumed`, 'run'],
])

/** Custom role of Slipway's identity at the top management group. */
const azure = granted('Azure', 'Root management group', [
  [
    '*/read',
    'Show, price and compare resources of every type',
    'All screens about accounts and sandboxes',
    'Nothing in Azure can be read',
    'screen',
  ],
  [
    'Microsoft.Management/managementGroups/subscriptions/write',
    'Move a subscription to its management group',
    'Account requests, decommissioning, sandboxes',
    'New accounts stay in the wrong management group',
    'run',
  ],
  [
    'Microsoft.Subscription/rename/action',
    'Name a subscription of the pool after its sandbox',
    'Sandboxes',
    'Sandboxes with their own subscription are not set up',
    'run',
  ],
  [
    'Microsoft.Subscription/cancel/action',
    'Cancel a subscription',
    'Decommissioning',
    'A decommissioned account keeps its subscription',
    'run',
  ],
  ['Microsoft.Subscription/enable/action', 'Enable a cancelled subscription', 'Account restore', 'An account can’t be restored', 'run'],
  [
    'Microsoft.Resources/subscriptions/resourceGroups/write',
    'Create resource groups',
    'Account requests, sandboxes',
    'No network and no shared sandbox can be created',
    'run',
  ],
  [
    'Microsoft.Resources/subscriptions/resourceGroups/delete',
    'Delete resource groups',
    'Decommissioning, sandbox cleanup',
    'Resources stay and cost money',
    'run',
  ],
  ['Microsoft.Resources/tags/write', 'Write tags', 'Account requests and changes, health', 'Accounts are not tagged', 'run'],
  ['Microsoft.Consumption/budgets/write', 'Set budgets', 'Account requests and changes, sandboxes', 'Budgets are not set', 'run'],
  ['Microsoft.Consumption/budgets/delete', 'Remove budgets', 'Sandbox cleanup', 'Budgets of ended sandboxes stay', 'run'],
  [
    'Microsoft.Authorization/roleAssignments/write',
    'Grant roles',
    'Access groups, sandboxes, account restore',
    'Groups have no access',
    'run',
  ],
  ['Microsoft.Authorization/roleAssignments/delete', 'Revoke roles', 'Decommissioning, sandbox cleanup', 'Access is not revoked', 'run'],
  [
    'Microsoft.Authorization/roleEligibilityScheduleRequests/write',
    'Make groups eligible for roles, and end that',
    'Access groups, decommissioning',
    'Privileged groups have no eligible role',
    'run',
  ],
  [
    'Microsoft.Authorization/roleAssignmentScheduleRequests/write',
    'Activate roles, and end that',
    'Privileged roles, emergency access',
    'Privileged roles can’t be activated',
    'run',
  ],
  [
    'Microsoft.Authorization/roleManagementPolicies/write',
    'Let eligibility for a role be permanent, with the setting “Permanent eligibility”',
    'Access groups, account requests',
    'Eligibility for roles ends within the limit of the role’s policy, and is renewed',
    'cockpit',
  ],
  [
    'Microsoft.Authorization/policyAssignments/write',
    'Assign the policies of a sandbox',
    'Sandboxes',
    'Sandboxes can’t be restricted, so they are not set up',
    'run',
  ],
  [
    'Microsoft.Authorization/policyAssignments/delete',
    'Remove the policies of a sandbox',
    'Sandbox cleanup',
    'A sandbox host is not reused',
    'run',
  ],
  ['Microsoft.Network/virtualNetworks/write', 'Create virtual networks', 'Account requests', 'Accounts have no network', 'run'],
  [
    'Microsoft.Network/virtualNetworks/virtualNetworkPeerings/write',
    'Connect networks to the hub',
    'Account requests',
    'Networks are not connected',
    'run',
  ],
  [
    'Microsoft.Network/virtualNetworks/virtualNetworkPeerings/delete',
    'Disconnect networks from the hub',
    'Decommissioning',
    'Networks stay connected',
    'run',
  ],
  [
    'Microsoft.Network/virtualNetworks/peer/action',
    'Connect to the network on the other side',
    'Account requests',
    'Networks are not connected',
    'run',
    '403 LinkedAuthorizationFailed',
  ],
  [
    'Microsoft.Network/privateDnsZones/virtualNetworkLinks/delete',
    'Unlink private DNS zones',
    'Decommissioning',
    'Zones stay linked to deleted networks',
    'run',
  ],
  [
    'Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems/delete',
    'Delete backups',
    'Decommissioning',
    'Vaults can’t be deleted',
    'run',
  ],
  [
    'Microsoft.Advisor/generateRecommendations/action',
    'Refresh the savings that Advisor suggests',
    'Cost recommendations',
    'Suggestions are up to a day old',
    'screen',
  ],
  [
    'Microsoft.PolicyInsights/policyStates/triggerEvaluation/action',
    'Evaluate policies again',
    'Policy compliance',
    'Compliance is up to a day old',
    'screen',
  ],
  ...powerRows,
])

/** All permissions that Slipway's identities need in other services; the docs page, the sample and the simulator derive from them. */
export const permissions: readonly Permission[] = [
  ...azure,
  ...granted('Azure', 'Billing scope (enrollment account or invoice section)', [
    ['Subscription creator', 'Create subscriptions', 'Account requests', 'No account can be created', 'run', '401 UserNotAuthorized'],
  ]),
  ...granted('Key Vault', 'Each vault whose secrets are set through Slipway', [
    [
      'Microsoft.KeyVault/vaults/secrets/readMetadata/action',
      'List names and dates of secrets',
      'Key vaults',
      'Secrets are not listed',
      'screen',
    ],
    [
      'Microsoft.KeyVault/vaults/secrets/setSecret/action',
      'Set a secret, which Slipway never reads',
      'Key vaults',
      'Secrets can’t be set',
      'screen',
    ],
    [
      'Microsoft.KeyVault/vaults/secrets/recover/action',
      'Recover a deleted secret',
      'Key vaults',
      'A deleted secret can’t be set again',
      'screen',
    ],
  ]),
  ...granted('GitHub', 'The platform’s repository', [
    [
      'contents=write',
      'Read and write files, branches and commits, and merge',
      'Account requests and changes, pipelines',
      'Accounts are not recorded in the repository',
      'run',
    ],
    [
      'pull_requests=write',
      'Open, find and close pull requests',
      'Account requests and changes, pipelines',
      'Changes are not proposed',
      'run',
    ],
    ['statuses=read', 'Read commit statuses', 'Account requests and changes, pipelines', 'Nothing is merged', 'run'],
    ['checks=read', 'Read check runs', 'Account requests and changes, pipelines', 'Nothing is merged', 'run'],
  ]),
  ...granted('Azure DevOps', 'The platform’s repository (instead of GitHub)', [
    [
      'GenericRead',
      'Read files, branches, commits and policies',
      'Account requests and changes, pipelines',
      'Accounts are not recorded in the repository',
      'run',
    ],
    ['GenericContribute', 'Write files', 'Account requests and changes, pipelines', 'Accounts are not recorded in the repository', 'run'],
    ['CreateBranch', 'Create and delete its own branches', 'Account requests and changes, pipelines', 'Changes are not proposed', 'run'],
    [
      'PullRequestContribute',
      'Open, complete and abandon pull requests',
      'Account requests and changes, pipelines',
      'Changes are not proposed or merged',
      'run',
    ],
  ]),
  ...granted('Azure DevOps', 'The personal access token, where there is one', [
    [
      'vso.code_write',
      'Read and write code and pull requests: “Code (Read & write)”',
      'Account requests and changes, pipelines',
      'Nothing of the repository can be read or written',
      'run',
      '401',
    ],
  ]),
  ...granted('ServiceNow', 'The integration user', [
    [
      'sn_incident_write',
      'Read, open and update incidents',
      'Incidents, alerts, privileged roles',
      'Incidents are not opened or updated',
      'run',
    ],
    ['sn_change_read', 'Read changes', 'Incidents, privileged roles', 'Changes are not shown, and can’t justify a role', 'screen'],
    [
      'sn_request_read',
      'Read request items and tasks',
      'Incidents, privileged roles',
      'Requests are not shown, and can’t justify a role',
      'screen',
    ],
    [
      'sn_cmdb_editor',
      'Read and write configuration items',
      'Account requests, changes and decommissioning',
      'Accounts are not recorded in the CMDB',
      'run',
    ],
  ]),
  ...granted('Microsoft Graph', 'Application permission, tenant-wide', [
    [
      'Directory.Read.All',
      'Find people, their managers and changes to them, read who is in groups, and who holds Slipway’s app roles',
      'Sign-in rights, people search, approvals, access reviews',
      'People can’t be found, and changes in the directory are not detected',
      'cockpit',
    ],
    [
      'Group.ReadWrite.All',
      'Create and delete access groups, restore deleted ones, and change who is in them',
      'Access groups, access requests, sandboxes, decommissioning',
      'Access is neither granted nor revoked',
      'run',
    ],
    [
      'MailboxSettings.Read',
      'See whose automatic replies are on',
      'Delegations and substitute approvers',
      'Approvals wait for people who are away',
      'cockpit',
      '403 ErrorAccessDenied',
    ],
  ]),
]
