/**
 * The errors of a call, apart from missing authentication. A caller without permission gets `unauthorised` (401) where the specification
 * declares it, `private` (404) where the object’s existence is confidential, and `forbidden` (403) otherwise. `invalid` (400), `missing`
 * (404) and `conflict` (409) concern the request itself.
 */
export type RejectionCase = 'signedOut' | 'unauthorised' | 'forbidden' | 'private' | 'invalid' | 'missing' | 'conflict'

/**
 * All operations of the specification by group, with the errors that it implies: 401 as declared (§6, §7), `missing` for a path with an ID,
 * `invalid` for a typed body or query (§3, §5), and `conflict` for states and transitions (§4). `open` needs no authentication; `?name` is
 * a query parameter.
 */
export const specification = {
  session: {
    'GET /getDevToken': '',
    'GET /me': '',
  },
  towers: {
    'POST /towers': 'forbidden invalid conflict',
    'GET /towers': '',
    'GET /towers/{id}': 'missing',
    'PATCH /towers/{id}': 'forbidden invalid missing conflict',
    'DELETE /towers/{id}': 'forbidden missing conflict',
    'GET /towers/ByName/{name}': 'missing',
  },
  families: {
    'POST /families': 'forbidden invalid conflict',
    'GET /families': '',
    'GET /families/{id}': 'missing',
    'PATCH /families/{id}': 'forbidden invalid missing conflict',
    'DELETE /families/{id}': 'forbidden missing conflict',
    'GET /families/byName/{name}': 'missing',
  },
  accounts: {
    'POST /accounts': 'forbidden invalid conflict',
    'GET /accounts': 'invalid ?includeEdge',
    'GET /accounts/adv': 'invalid ?page ?size ?sort ?filter ?search',
    'GET /accounts/adv/options': '',
    'GET /accounts/myAccounts': '',
    'GET /accounts/myAccounts/{id}': 'unauthorised missing',
    'PATCH /accounts/myAccounts/{id}': 'unauthorised invalid missing conflict',
    'PATCH /accounts/myAccounts/{id}/owners': 'unauthorised invalid missing conflict',
    'PATCH /accounts/admin/{id}/owners': 'unauthorised invalid missing conflict',
    'GET /accounts/byName/{name}': 'missing',
    'GET /accounts/search': 'invalid ?searchTerm',
    'GET /accounts/{id}': 'missing',
    'PATCH /accounts/{id}': 'forbidden invalid missing conflict',
    'DELETE /accounts/{id}': 'forbidden missing conflict',
    'GET /accounts/{id}/doIOwn': 'missing',
    'GET /accounts/{id}/AccountOwnersNotUser': 'missing',
    'POST /accounts/{id}/updates/decommission': 'forbidden invalid missing conflict',
    'POST /accounts/{id}/updates/catalogue': 'forbidden invalid missing conflict',
    'GET /accounts/{id}/updates/catalogue': 'forbidden missing',
    'GET /accounts/{id}/unmanagedResourceGroups': 'forbidden missing',
    'GET /accounts/{id}/ResourceGroups': 'forbidden missing',
    'GET /accounts/{id}/networkDetails': 'forbidden missing',
    'GET /accounts/{id}/rsvPolicies': 'forbidden missing',
    'GET /accounts/{id}/updateManagementSchedules': 'forbidden missing',
    'GET /accounts/{id}/resources': 'forbidden missing ?resourceType',
    'GET /accounts/{id}/policyCompliance': 'forbidden missing',
    'GET /accounts/{id}/vulnerabilitySummary': 'forbidden missing',
    'GET /accounts/{id}/resourceVulnerabilityData': 'forbidden missing ?resourceId',
    'GET /accounts/{id}/advisorCostRecommendations': 'forbidden missing',
    'POST /accounts/{id}/setResourceTags': 'forbidden invalid missing conflict',
    'GET /accounts/{id}/updates/pending-approval': 'unauthorised missing',
    'POST /accounts/{id}/updates/{updateId}/approve': 'forbidden invalid missing conflict',
    'PATCH /accounts/{id}/updates/{updateId}': 'forbidden invalid missing conflict',
    'GET /accounts/{id}/groups': 'missing',
    'POST /accounts/{id}/groups': 'forbidden invalid missing conflict',
    'DELETE /accounts/{id}/groups/{groupId}': 'forbidden missing conflict',
    'GET /accounts/{id}/pollGroupCreation': 'forbidden invalid missing ?jobId',
    'POST /accounts/{id}/accessRequests': 'invalid missing conflict',
    'GET /accounts/{id}/getPimRoleEligibility': 'missing',
    'POST /accounts/{id}/createAssignment': 'forbidden invalid missing conflict',
    'GET /accounts/{id}/roleDefinitions': 'forbidden missing',
  },
  'account-access': {
    'GET /account-access/userPendingAccessRequests': '',
    'GET /account-access/ownerPendingAccessRequests': '',
    'GET /account-access/UserExistingAccess': '',
    'GET /account-access/access-requests': '',
    'GET /account-access/access-requests/adv': 'invalid ?page ?size ?sort ?filter ?search',
    'GET /account-access/access-requests/adv/options': '',
    'GET /account-access/groups': '',
    'GET /account-access/groups/adv': 'invalid ?page ?size ?sort ?filter ?search',
    'GET /account-access/groups/adv/options': '',
    'GET /account-access/groups/{id}': 'missing',
    'GET /account-access/groups/byName/{name}': 'missing',
    'GET /account-access/access-requests/{id}': 'private missing',
    'PATCH /account-access/access-requests/{id}': 'unauthorised invalid missing conflict',
    'GET /account-access/{id}': 'private missing',
    'PATCH /account-access/{id}': 'unauthorised invalid missing conflict',
    'DELETE /account-access/{id}': 'unauthorised missing',
    'POST /account-access/{id}': 'unauthorised invalid missing conflict',
  },
  'account-requests': {
    'POST /account-requests': 'invalid conflict',
    'GET /account-requests': '',
    'GET /account-requests/{id}': 'private missing',
  },
  'account-approvals': {
    'GET /account-approvals': '',
    'GET /account-approvals/pending-approvals': '',
    'GET /account-approvals/canIApprove': '',
    'GET /account-approvals/productsICanApprove': '',
    'GET /account-approvals/my-requests-pending-approval': '',
    'POST /account-approvals/{id}': 'forbidden invalid missing conflict',
  },
  utils: {
    'GET /utils/searchGraphForUser': 'invalid ?search ?filter',
    'GET /utils/searchUserData': 'invalid ?search',
    'GET /utils/LookupSnetData': '',
    'GET /utils/VirtualMachineSkus': '',
    'GET /utils/VmImageData': '',
    'GET /utils/stores/{storeNumber}': 'missing',
    'POST /utils/ValidateUsers': 'invalid',
    'POST /utils/setKeyVaultSecret': 'forbidden invalid',
    'PATCH /utils/pipeline/onboard/merge': 'forbidden invalid',
    'PATCH /utils/pipeline/update/merge': 'forbidden invalid',
    'PATCH /utils/updates/requeue': 'forbidden invalid',
  },
  incidents: {
    'POST /{incidentService}/incident': 'invalid',
    'POST /{incidentService}/alert/account/{accountId}/key/{snowKey}':
      'open signedOut invalid ?configurationItem ?assignmentGroup ?priority ?humanReadable',
    'PATCH /{incidentService}/accounts/{accountId}/key': 'forbidden invalid missing',
    'DELETE /{incidentService}/accounts/{accountId}/keys/{keyId}': 'forbidden missing',
    'GET /{incidentService}/search/ci/{name}': '',
    'GET /{incidentService}/ci/{sys_id}': 'missing',
    'GET /{incidentService}/search/assignmentGroup/{name}': '',
    'GET /{incidentService}/assignmentGroup/{sys_id}': 'missing',
  },
  health: {
    'GET /health': 'open',
  },
  pim: {
    'GET /pim/roles': '',
    'GET /pim/role': 'invalid ?roleDefinitionId',
    'GET /pim/{accountId}/refreshPimRoles': 'unauthorised missing',
  },
  feedback: {
    'POST /feedback': 'invalid',
    'GET /feedback': 'forbidden',
    'GET /feedback/{id}': 'forbidden missing',
    'DELETE /feedback/{id}': 'forbidden missing',
  },
  'deployment-tool': {
    'POST /{deploymentTool}/UpdateApp': 'forbidden invalid',
    'POST /{deploymentTool}/RemoveApp': 'forbidden invalid',
    'POST /{deploymentTool}/GetApp': 'forbidden invalid',
    'POST /{deploymentTool}/OnboardRepo': 'forbidden invalid',
  },
  'api-keys': {
    'POST /admin/api-keys/generate': 'unauthorised invalid conflict',
    'GET /admin/api-keys': 'unauthorised',
    'DELETE /admin/api-keys/{id}': 'unauthorised missing',
  },
  sandboxes: {
    'GET /sandboxes': '',
    'GET /sandboxes/adv': 'invalid ?page ?size ?sort ?filter ?search',
    'GET /sandboxes/adv/options': '',
    'GET /sandboxes/mySandboxes': '',
    'GET /sandboxes/byName/{name}': 'missing',
    'GET /sandboxes/search': 'invalid ?searchTerm',
    'GET /sandboxes/mySandboxes/{id}': 'unauthorised missing',
    'GET /sandboxes/{id}': 'missing',
    'DELETE /sandboxes/{id}': 'unauthorised missing conflict',
    'DELETE /sandboxes/admin/{id}': 'unauthorised missing conflict',
    'PATCH /sandboxes/{id}/owners': 'unauthorised invalid missing conflict',
    'PATCH /sandboxes/admin/{id}/owners': 'unauthorised invalid missing conflict',
    'POST /sandboxes/{id}/accessRequests': 'invalid missing conflict',
    'GET /sandboxes/{id}/accessRequests': 'missing',
    'GET /sandboxes/{id}/groups': 'missing',
  },
  'sandbox-requests': {
    'GET /sandbox-requests': '',
    'POST /sandbox-requests/new': 'invalid conflict',
    'GET /sandbox-requests/ICanApprove': '',
    'GET /sandbox-requests/myPendingRequests': '',
    'GET /sandbox-requests/pendingApproval': '',
    'POST /sandbox-requests/queue/{queueProcessName}/retrigger': 'forbidden missing',
    'GET /sandbox-requests/{sboxRequestId}': 'private missing',
    'POST /sandbox-requests/{sboxRequestId}/review': 'forbidden invalid missing conflict',
  },
  'sandbox-access': {
    'GET /sandbox-access/myAccess': '',
    'GET /sandbox-access/requests': '',
    'GET /sandbox-access/requests/myRequests': '',
    'GET /sandbox-access/requests/pendingAsOwner': '',
    'GET /sandbox-access/groups': '',
    'GET /sandbox-access/groups/adv': 'invalid ?page ?size ?sort ?filter ?search',
    'GET /sandbox-access/groups/adv/options': '',
    'GET /sandbox-access/groups/byName/{name}': 'missing',
    'GET /sandbox-access/groups/{groupId}': 'missing',
    'GET /sandbox-access/requests/{id}': 'private missing',
    'GET /sandbox-access/access-requests/adv': 'invalid ?page ?size ?sort ?filter ?search',
    'GET /sandbox-access/access-requests/adv/options': '',
    'POST /sandbox-access/groups/{groupId}/members': 'unauthorised invalid missing conflict',
    'POST /sandbox-access/groups/{groupId}/member': 'unauthorised invalid missing conflict',
    'PATCH /sandbox-access/requests/{id}': 'unauthorised invalid missing conflict',
    'GET /sandbox-access/access/{id}': 'private missing',
    'PATCH /sandbox-access/access/{id}': 'unauthorised invalid missing conflict',
    'DELETE /sandbox-access/access/{id}': 'unauthorised missing',
  },
  edge: {
    'POST /edge/newStores': 'forbidden invalid conflict',
    'PATCH /edge/completedStores': 'forbidden invalid',
    'GET /edge/lookupStoreData': 'invalid ?storeNumber',
    'GET /edge/searchForStore': 'invalid ?storeNumber',
  },
} as const satisfies Record<string, Record<string, string>>

export type Group = keyof typeof specification
export type Operation = { [G in Group]: keyof (typeof specification)[G] }[Group]

const table: Record<string, string> = Object.assign({}, ...Object.values(specification))
const textOf = (operation: Operation) => table[operation]!.split(' ').filter((word) => word !== '')

export function rejectionCasesOf(operation: Operation): RejectionCase[] {
  const parts = textOf(operation)
  const cases = parts.filter((word) => word !== 'open' && !word.startsWith('?')) as RejectionCase[]
  return parts.includes('open') ? cases : ['signedOut', ...cases]
}

export function queryOf(operation: Operation): string[] {
  return textOf(operation).flatMap((word) => (word.startsWith('?') ? [word.slice(1)] : []))
}
