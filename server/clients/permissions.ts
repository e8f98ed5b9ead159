/** The place that shows a refusal: the affected run, the screen that made the call, or the connector in the cockpit. */
type ReportedIn = 'run' | 'screen' | 'cockpit'

export interface Permission {
  service: 'Azure' | 'Microsoft Graph' | 'Key Vault' | 'GitHub' | 'Azure DevOps' | 'ServiceNow'
  /** The permission's name in the service's reference and error messages. */
  name: string
  scope: string
  purpose: string
  features: string
  without: string
  reportedIn: ReportedIn
  /** Status of the refusal, with the service's code if it sends one. */
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

function permissionsOf(service: Permission['service'], scope: string, rows: Row[]): Permission[] {
  return rows.map(([name, purpose, features, withoutPermission, reportedIn, refusal = refusals[service]]) => ({
    service,
    name,
    scope,
    purpose,
    features,
    without: withoutPermission,
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
].flatMap(([stop, start, description]): Row[] => [
  [stop!, `Stop ${description}`, 'Sandbox freeze', `${description} in a frozen sandbox keep running and cost money`, 'run'],
  [start!, `Restart ${description}`, 'Sandbox resume', `Sandboxes with ${description} can’t be resumed`, 'run'],
])

/** Custom role that Slipway's identity has at the top management group. */
const azure = permissionsOf('Azure', 'Root management group', [
  [
    '*/read',
    'Read, price and compare resources of every type',
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
    'Rename a pool subscription to its sandbox’s name',
    'Sandboxes',
    'Sandboxes with their own subscription can’t be set up',
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
    'Make groups eligible for roles, and remove the eligibility',
    'Access groups, decommissioning',
    'Privileged groups have no eligible role',
    'run',
  ],
  [
    'Microsoft.Authorization/roleAssignmentScheduleRequests/write',
    'Activate and deactivate roles',
    'Privileged roles, emergency access',
    'Privileged roles can’t be activated',
    'run',
  ],
  [
    'Microsoft.Authorization/roleManagementPolicies/write',
    'Allow permanent eligibility for a role, if the setting “Permanent eligibility” is on',
    'Access groups, account requests',
    'Eligibility ends after the role policy’s limit, and Slipway renews it',
    'cockpit',
  ],
  [
    'Microsoft.Authorization/policyAssignments/write',
    'Assign the policies of a sandbox',
    'Sandboxes',
    'Sandboxes can’t be restricted, so none are set up',
    'run',
  ],
  [
    'Microsoft.Authorization/policyAssignments/delete',
    'Remove the policies of a sandbox',
    'Sandbox cleanup',
    'Sandbox hosts aren’t reused',
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
    'Connect the hub to networks',
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
    'Refresh Advisor’s cost recommendations',
    'Cost recommendations',
    'Recommendations are up to a day old',
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

/**
 * All permissions that Slipway's identities need in other services. The docs page, the sample and the simulator are derived from this list.
 */
export const permissions: readonly Permission[] = [
  ...azure,
  ...permissionsOf('Azure', 'Billing scope (enrollment account or invoice section)', [
    ['Subscription creator', 'Create subscriptions', 'Account requests', 'No account can be created', 'run', '401 UserNotAuthorized'],
  ]),
  ...permissionsOf('Key Vault', 'Each vault whose secrets are set through Slipway', [
    [
      'Microsoft.KeyVault/vaults/secrets/readMetadata/action',
      'List names and dates of secrets',
      'Key vaults',
      'Secrets are not listed',
      'screen',
    ],
    [
      'Microsoft.KeyVault/vaults/secrets/setSecret/action',
      'Set secrets, without reading them',
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
  ...permissionsOf('GitHub', 'The platform’s repository', [
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
  ...permissionsOf('Azure DevOps', 'The platform’s repository (instead of GitHub)', [
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
  ...permissionsOf('Azure DevOps', 'The personal access token, if configured', [
    [
      'vso.code_write',
      'Read and write code and pull requests: “Code (Read & write)”',
      'Account requests and changes, pipelines',
      'The repository can’t be read or written',
      'run',
      '401',
    ],
  ]),
  ...permissionsOf('ServiceNow', 'The integration user', [
    [
      'sn_incident_write',
      'Read, open and update incidents',
      'Incidents, alerts, privileged roles',
      'Incidents are not opened or updated',
      'run',
    ],
    [
      'sn_change_read',
      'Read changes',
      'Incidents, privileged roles',
      'Changes aren’t shown and can’t be used as tickets for roles',
      'screen',
    ],
    [
      'sn_request_read',
      'Read request items and tasks',
      'Incidents, privileged roles',
      'Requests aren’t shown and can’t be used as tickets for roles',
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
  ...permissionsOf('Microsoft Graph', 'Application permissions in the whole tenant', [
    [
      'Directory.Read.All',
      'Read people, their managers, group members and Slipway’s app role assignments',
      'Sign-in rights, people search, approvals, access reviews',
      'People can’t be found, and changes in the directory are not detected',
      'cockpit',
    ],
    [
      'Group.ReadWrite.All',
      'Create, delete and restore access groups, and change their members',
      'Access groups, access requests, sandboxes, decommissioning',
      'Access is neither granted nor revoked',
      'run',
    ],
    [
      'MailboxSettings.Read',
      'Read whether automatic replies are on',
      'Delegations and substitute approvers',
      'Approvals wait for people who are away',
      'cockpit',
      '403 ErrorAccessDenied',
    ],
  ]),
]
