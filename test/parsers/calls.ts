import { Type } from 'typebox'
import type { Argocd } from '../../server/clients/argocd/argocd.ts'
import type { Arm } from '../../server/clients/arm/arm.ts'
import type { GitHost } from '../../server/clients/git/git.ts'
import type { Graph } from '../../server/clients/graph/graph.ts'
import type { KeyVault } from '../../server/clients/keyvault/keyVault.ts'

export interface ValidatedClients {
  arm: Arm
  graph: Graph
  azureDevOps: GitHost
  argocd: Argocd
  keyVault: KeyVault
}

export interface Sample {
  /** The vendor’s example, unchanged, even while the server returns a variant of it. */
  body: Record
  state: string | undefined
}
// biome-ignore lint/suspicious/noExplicitAny: any answer of any service is one
type Record = any

export interface Call<C> {
  run(client: C, sample: Sample): Promise<unknown>
  /** Values that the result must contain. Default: the IDs of listed objects, or the object’s own. */
  keeps?: (body: Record, operation: string) => unknown[]
  operation?: string
  onePage?: true
  /** Why no specification describes the response, and what covers it instead. */
  unspecified?: Reason
}

type Reason = string
type Calls<C> = { [K in keyof C]: Call<C> | Reason }

const id = '7d1f2c4e-0b7a-4c58-9a52-6d1a5d0f1b2c'
const scope = `/subscriptions/${id}`
const group = `${scope}/resourceGroups/rg-one`
const network = { subscriptionId: id, resourceGroup: 'rg-one', name: 'vnet-one' }
const networkId = `${group}/providers/Microsoft.Network/virtualNetworks/vnet-one`
const vaultId = `${group}/providers/Microsoft.RecoveryServices/vaults/vault-one`
const [from, to] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-21T00:00:00Z')]
const order = {
  scope,
  name: id,
  type: 'AdminAssign',
  roleDefinitionId: id,
  principalId: id,
  justification: 'Needed',
  schedule: { minutes: 60 },
} as const
const removal = { scope, roleDefinitionId: id, principalId: id, requestKey: 'one', justification: 'Over' }

const noFacts = () => []
const ownQuery: Reason = 'The rows come from Slipway’s own Resource Graph query. No vendor has an example of it.'

function statusOf({ properties: { status } = {} as Record }: Record): unknown[] {
  return [status]
}

function costsOf({ properties: { columns = [], rows = [] } = {} as Record }: Record): unknown[] {
  const place = columns.findIndex((column: Record) => column?.name === 'Cost')
  return place === -1 ? [] : rows.map((row: unknown[]) => row[place])
}

/** Roles without an end are permanent assignments, which the result leaves out. */
function temporaryIds({ value }: Record): unknown[] {
  return value
    .filter(({ properties }: Record) => properties.endDateTime || properties.assignmentType === 'Activated')
    .map((each: Record) => each.id)
}

export const armCalls: Calls<Arm> = {
  getSubscriptionAlias: { run: (arm) => arm.getSubscriptionAlias('one') },
  putSubscriptionAlias: {
    run: (arm) =>
      arm.putSubscriptionAlias('one', { displayName: 'One', workload: 'Production', billingScope: '/providers/Microsoft.Billing/x' }),
  },
  deleteSubscriptionAlias: { run: (arm) => arm.deleteSubscriptionAlias('one'), keeps: noFacts },
  listSubscriptions: { run: (arm) => arm.listSubscriptions() },
  getSubscription: { run: (arm) => arm.getSubscription(id) },
  listRegions: {
    run: (arm) => arm.listRegions(id),
    keeps: ({ value }) =>
      value
        .filter(({ type, metadata }: Record) => (type ?? 'Region') === 'Region' && metadata?.regionType !== 'Logical')
        .map((each: Record) => each.name),
  },
  renameSubscription: { run: (arm) => arm.renameSubscription(id, 'One'), keeps: noFacts },
  moveSubscription: { run: (arm) => arm.moveSubscription('group', id), keeps: noFacts },
  getManagementGroupOf: { run: (arm) => arm.getManagementGroupOf('group', id) },

  mergeTags: { run: (arm) => arm.mergeTags(group, { a: 'b' }), keeps: ({ properties }) => Object.values(properties?.tags ?? {}) },
  changeTags: {
    run: (arm) => arm.changeTags(group, 'Merge', { a: 'b' }),
    keeps: ({ properties }) => Object.values(properties?.tags ?? {}),
  },
  getTags: { run: (arm) => arm.getTags(group), keeps: ({ properties }) => Object.values(properties?.tags ?? {}) },
  putResourceGroup: { run: (arm) => arm.putResourceGroup(id, 'rg-one', { location: 'uksouth' }) },
  getResourceGroup: { run: (arm) => arm.getResourceGroup(id, 'rg-one') },
  listResourceGroups: { run: (arm) => arm.listResourceGroups(id) },
  listResources: { run: (arm) => arm.listResources(id) },
  queryResourceGraph: { run: (arm) => arm.queryResourceGraph([id], 'resources', Type.Object({})) },
  readResourceGraph: { run: (arm) => Array.fromAsync(arm.readResourceGraph([id], 'resources', Type.Object({}))) },

  getBudget: { run: (arm) => arm.getBudget(scope, 'one'), keeps: budgetFacts },
  putBudget: {
    run: (arm) => arm.putBudget(scope, 'one', { amount: 1, startDate: '2026-11-01', contactEmails: [], thresholds: [] }),
    keeps: (body, operation) => (operation === 'Budgets_CreateOrUpdate' ? budgetFacts(body) : []),
  },
  deleteBudget: { run: (arm) => arm.deleteBudget(scope, 'one'), keeps: noFacts },
  listCosts: { run: (arm) => arm.listCosts(id, from, to), keeps: costsOf },
  listDailyCostByGroup: { run: (arm) => arm.listDailyCostByGroup(id, from, to), keeps: costsOf },
  forecastCost: {
    run: (arm) => arm.forecastCost(id, from, to),
    keeps: (body) => {
      const costs = costsOf(body)
      return costs.length === 0 ? [] : [costs.reduce<number>((sum, cost) => sum + Number(cost ?? 0), 0)]
    },
  },

  summarizePolicyStates: {
    run: (arm) => arm.summarizePolicyStates(id),
    keeps: ({ value: [summary] }) =>
      summary.policyAssignments?.flatMap(({ policyAssignmentId, policyDefinitions = [] }: Record) => [
        policyAssignmentId,
        ...(policyDefinitions ?? []).map((each: Record) => each.policyDefinitionId),
      ]) ?? [],
  },
  listNonCompliant: { run: (arm) => arm.listNonCompliant(id, 1_000), keeps: ({ value }) => value.map((each: Record) => each.resourceId) },
  startPolicyEvaluation: { run: (arm) => arm.startPolicyEvaluation(id), keeps: noFacts },
  namePolicies: ownQuery,
  listSubAssessments: { run: (arm) => arm.listSubAssessments(id) },
  listCostRecommendations: { run: (arm) => arm.listCostRecommendations(id) },
  advisorHasRun: {
    run: async (arm) => [await arm.advisorHasRun(id), await arm.advisorHasRun(id)],
    keeps: noFacts,
    unspecified: 'The Location in the example is a placeholder. Slipway reads only the status of the response, which has no body.',
  },

  putVirtualNetwork: {
    run: (arm, { state }) => arm.putVirtualNetwork(network, { location: 'uksouth', addressPrefixes: ['10.0.0.0/24'] }, state),
    keeps: noFacts,
  },
  getVirtualNetwork: { run: (arm) => arm.getVirtualNetwork(networkId) },
  listVirtualNetworks: { run: (arm) => arm.listVirtualNetworks(id) },
  listPublicAddresses: { run: (arm) => arm.listPublicAddresses(id) },
  putPeering: { run: (arm, { state }) => arm.putPeering(networkId, 'one', { remoteNetworkId: networkId }, state), keeps: noFacts },
  getPeering: { run: (arm) => arm.getPeering(networkId, 'one') },
  deletePeering: { run: (arm, { state }) => arm.deletePeering(networkId, 'one', state), keeps: noFacts },
  listDnsLinks: ownQuery,
  deleteDnsLink: {
    run: (arm, { state }) => arm.deleteDnsLink(`${group}/providers/Microsoft.Network/privateDnsZones/x/virtualNetworkLinks/y`, state),
    keeps: noFacts,
    unspecified:
      'The specification of private DNS is not available. Slipway reads only status and headers, because a deletion has no body.',
  },

  listRoleDefinitions: { run: (arm) => arm.listRoleDefinitions(scope) },
  listPermissions: {
    run: (arm) => arm.listPermissions(`${group}/providers/Microsoft.KeyVault/vaults/one`),
    keeps: noFacts,
    unspecified:
      'The specification has an empty segment in the path of a resource without a parent. The permissions of a resource group are tested.',
  },
  getRoleDefinition: { run: (arm) => arm.getRoleDefinition(scope, id) },
  putRoleAssignment: {
    run: (arm) => arm.putRoleAssignment({ scope, roleDefinitionId: id, principalId: id, principalType: 'Group' }),
    keeps: noFacts,
  },
  listRoleAssignments: { run: (arm) => arm.listRoleAssignments(scope) },
  listAllRoleAssignments: { run: (arm) => arm.listAllRoleAssignments(id) },
  listRoleAssignmentsAround: { run: (arm) => arm.listRoleAssignmentsAround(group) },
  restoreRoleAssignment: {
    run: (arm) =>
      arm.restoreRoleAssignment({
        id: `${scope}/providers/Microsoft.Authorization/roleAssignments/${id}`,
        name: id,
        properties: { roleDefinitionId: id, principalId: id },
      }),
    keeps: noFacts,
  },
  deleteRoleAssignment: {
    run: (arm) => arm.deleteRoleAssignment(`${scope}/providers/Microsoft.Authorization/roleAssignments/${id}`),
    keeps: noFacts,
  },
  requestRoleEligibility: {
    run: (arm) =>
      arm.requestRoleEligibility({
        scope,
        roleDefinitionId: id,
        principalId: id,
        principalType: 'Group',
        requestKey: 'one',
        justification: 'Needed',
        expiration: { duration: 'P365D' },
      }),
    keeps: noFacts,
  },
  getRoleEligibility: { run: (arm) => arm.getRoleEligibility({ scope, roleDefinitionId: id, principalId: id }), keeps: noFacts },
  getRolePolicy: { run: (arm) => arm.getRolePolicy(scope, id), keeps: noFacts },
  allowPermanentEligibility: {
    run: (arm) => arm.allowPermanentEligibility(`${scope}/providers/Microsoft.Authorization/roleManagementPolicies/${id}`),
    keeps: noFacts,
  },
  removeRoleEligibility: { run: (arm) => arm.removeRoleEligibility(removal), keeps: noFacts },
  removeRoleActivation: { run: (arm) => arm.removeRoleActivation(removal), keeps: noFacts },
  listRoleEligibility: { run: (arm) => arm.listRoleEligibility(scope) },
  listRoleActivations: {
    run: (arm) => arm.listRoleActivations(scope),
    keeps: temporaryIds,
  },
  listEligibleRolesOf: { run: (arm) => arm.listEligibleRolesOf(scope, id) },
  listTemporaryRolesOf: { run: (arm) => arm.listTemporaryRolesOf(scope, id), keeps: temporaryIds },
  listRolePolicies: { run: (arm) => arm.listRolePolicies(scope) },
  orderRole: { run: (arm) => arm.orderRole(order), keeps: statusOf },
  tryRoleOrder: { run: (arm) => arm.tryRoleOrder(order), keeps: noFacts },
  getRoleOrder: { run: (arm) => arm.getRoleOrder(order), keeps: statusOf },
  requestTemporaryRole: {
    run: (arm) =>
      arm.requestTemporaryRole({
        scope,
        name: id,
        roleDefinitionId: id,
        principalId: id,
        startsAt: from,
        minutes: 60,
        justification: 'Needed',
      }),
    keeps: statusOf,
  },
  temporaryRoleStatus: { run: (arm) => arm.temporaryRoleStatus({ scope, name: id }), keeps: statusOf },

  listVaults: { run: (arm) => arm.listVaults(id) },
  listBackupPolicies: { run: (arm) => arm.listBackupPolicies(vaultId) },
  listProtectedItems: { run: (arm) => arm.listProtectedItems(vaultId) },
  listBackupVaults: { run: (arm) => arm.listBackupVaults(id) },
  deleteBackupItem: {
    run: (arm, { state }) => arm.deleteBackupItem(`${vaultId}/backupFabrics/Azure/protectionContainers/c/protectedItems/i`, state),
    keeps: noFacts,
  },
  listMaintenanceConfigurations: { run: (arm) => arm.listMaintenanceConfigurations(id) },
  listMaintenanceAssignments: { run: (arm) => arm.listMaintenanceAssignments(id) },
  listResourceGroupWrites: {
    run: (arm) => arm.listResourceGroupWrites(id, to),
    keeps: noFacts,
    unspecified: 'The specification of the activity log is not available. Every field except the time is optional.',
  },
  listLastGroupChanges: {
    run: (arm) => arm.listLastGroupChanges(id, from, to, id),
    keeps: noFacts,
    unspecified: 'The specification of the activity log is not available. Every field except the time is optional.',
  },
  listLastChanges: {
    run: (arm) => arm.listLastChanges(id, to),
    keeps: noFacts,
    unspecified: 'The specification of the activity log is not available. Every field except the time is optional.',
  },
  listLocks: {
    run: (arm) => arm.listLocks(id),
    unspecified: 'The specification of locks is not available. The fields come from the reference documentation.',
  },
  deleteResourceGroup: { run: (arm, { state }) => arm.deleteResourceGroup(id, 'rg-one', state), keeps: noFacts },
  cancelSubscription: { run: (arm) => arm.cancelSubscription(id), keeps: noFacts },
  enableSubscription: { run: (arm) => arm.enableSubscription(id), keeps: noFacts },
  listStoppable: ownQuery,
  readPower: { run: (arm) => arm.readPower(`${group}/providers/Microsoft.Compute/virtualMachines/one`), keeps: noFacts },
  stopResource: {
    run: (arm, { state }) => arm.stopResource(`${group}/providers/Microsoft.Compute/virtualMachines/one`, state),
    keeps: noFacts,
  },
  startResource: {
    run: (arm, { state }) => arm.startResource(`${group}/providers/Microsoft.Compute/virtualMachines/one`, state),
    keeps: noFacts,
  },
  putPolicyAssignment: {
    run: (arm) =>
      arm.putPolicyAssignment(scope, 'one', { displayName: 'One', description: '', policyDefinitionId: scope, parameters: { a: 'b' } }),
    unspecified: 'The specification of policy assignments is not available. The fields come from the reference documentation.',
  },
  getPolicyAssignment: {
    run: (arm) => arm.getPolicyAssignment(scope, 'one'),
    unspecified: 'The specification of policy assignments is not available. The fields come from the reference documentation.',
  },
  deletePolicyAssignment: {
    run: (arm) => arm.deletePolicyAssignment(scope, 'one'),
    keeps: noFacts,
    unspecified: 'The specification of policy assignments is not available. Slipway ignores the response.',
  },
  listKeyVaults: { run: (arm) => arm.listKeyVaults(id) },
  listVmSizes: {
    run: (arm) => arm.listVmSizes(id, 'uksouth'),
    keeps: ({ value }) => value.filter((each: Record) => each.resourceType === 'virtualMachines').map((each: Record) => each.name),
  },
  listImageNames: {
    run: async (arm) => [
      await arm.listImageNames(id, 'uksouth', {}),
      await arm.listImageNames(id, 'uksouth', { publisher: 'p' }),
      await arm.listImageNames(id, 'uksouth', { publisher: 'p', offer: 'o' }),
      await arm.listImageNames(id, 'uksouth', { publisher: 'p', offer: 'o', sku: 's' }),
    ],
    keeps: (body) => body.map((each: Record) => each.name),
  },
}

function budgetFacts({ name, properties }: Record): unknown[] {
  return [name, properties?.amount, properties?.timePeriod?.startDate, properties?.currentSpend?.amount]
}

const person = { run: (graph: Graph) => graph.getUser(id) }

export const graphCalls: Calls<Graph> = {
  searchUsers: { run: (graph) => graph.searchUsers('a'), onePage: true },
  getUser: person,
  getManagerId: { run: (graph) => graph.getManagerId(id) },
  getUsersByIds: { run: (graph) => graph.getUsersByIds([id]) },
  lookUpUsers: { run: (graph) => graph.lookUpUsers([id]) },
  usersDelta: { run: (graph) => graph.usersDelta() },
  searchGroups: { run: (graph) => graph.searchGroups('a'), onePage: true },
  findGroupByMailNickname: {
    run: (graph, { body }) => graph.findGroupByMailNickname(firstOf(body)?.mailNickname ?? 'none'),
    keeps: (body) => (firstOf(body)?.mailNickname ? [firstOf(body)?.id] : []),
    onePage: true,
  },
  listGroupsByMailNickname: {
    run: (graph, { body }) => graph.listGroupsByMailNickname(firstOf(body)?.mailNickname ?? 'none'),
    keeps: (body) => (firstOf(body)?.mailNickname ? [firstOf(body)?.id] : []),
  },
  listGroupsByDescription: { run: (graph) => graph.listGroupsByDescription('a') },
  upsertGroup: {
    run: (graph) => graph.upsertGroup('one', { displayName: 'One', mailNickname: 'one', description: '' }),
    keeps: noFacts,
  },
  findGroupByName: {
    run: (graph, { body }) => graph.findGroupByName(firstOf(body)?.displayName ?? 'none'),
    keeps: (body) => (firstOf(body)?.displayName ? [firstOf(body)?.id] : []),
    onePage: true,
  },
  createGroup: {
    run: (graph) => graph.createGroup({ displayName: 'One', mailNickname: 'not-there', description: '', ownerIds: [id], memberIds: [id] }),
    keeps: (body, operation) => (operation === 'POST /v1.0/groups' ? [body.id] : []),
    onePage: true,
  },
  getGroup: { run: (graph) => graph.getGroup(id) },
  isGroupReadable: { run: (graph) => graph.isGroupReadable(id), keeps: noFacts, onePage: true },
  addGroupMember: { run: (graph) => graph.addGroupMember(id, id), keeps: noFacts },
  addGroupMembers: { run: (graph) => graph.addGroupMembers(id, [id]), keeps: noFacts },
  addGroupOwner: { run: (graph) => graph.addGroupOwner(id, id), keeps: noFacts },
  removeGroupMember: { run: (graph) => graph.removeGroupMember(id, id), keeps: noFacts },
  removeGroupOwner: { run: (graph) => graph.removeGroupOwner(id, id), keeps: noFacts },
  listGroupMembers: { run: (graph) => graph.listGroupMembers(id) },
  deleteGroup: { run: (graph) => graph.deleteGroup(id), keeps: noFacts },
  groupsOfPerson: { run: (graph) => graph.groupsOfPerson(id, [id]), keeps: ({ value }) => value, onePage: true },
  listDirectMembers: { run: (graph) => graph.listDirectMembers(id) },
  membersOfGroups: { run: (graph) => graph.membersOfGroups([id]), onePage: true },
  membersOfEachGroup: { run: (graph) => graph.membersOfEachGroup([id]) },
  removeGroupMembers: { run: (graph) => graph.removeGroupMembers([{ groupId: id, id }]), keeps: noFacts },
  restoreDeletedGroup: { run: (graph) => graph.restoreDeletedGroup(id), keeps: noFacts },
  findDeletedGroup: {
    run: (graph, { body }) => graph.findDeletedGroup(firstOf(body)?.mailNickname ?? 'none'),
    keeps: (body) => (firstOf(body)?.mailNickname ? [firstOf(body)?.id] : []),
    onePage: true,
  },
  namesOf: {
    run: (graph) => graph.namesOf([id]),
    keeps: ({ value }) => value.filter((each: Record) => each.displayName).map((each: Record) => each.id),
  },
  getPrincipalId: { run: (graph) => graph.getPrincipalId(id), keeps: noFacts },
  listGrantedRoleIds: {
    run: (graph) => graph.listGrantedRoleIds(id),
    keeps: noFacts,
    unspecified: 'No example of an application’s app roles is available. Slipway reads only the ID of each role.',
  },
  listAppRoles: { run: (graph) => graph.listAppRoles(id), keeps: noFacts },
  absencesOf: { run: (graph) => graph.absencesOf([id]), keeps: noFacts },
}

function firstOf({ value }: Record): Record | undefined {
  return Array.isArray(value) ? value[0] : undefined
}

const file = { path: 'a/b.tf', branch: 'one', content: 'x', message: 'm' }
function branchOf(body: Record): string {
  const names: string[] = Array.isArray(body.value) ? body.value.map(({ name }: Record) => name) : ['refs/heads/feature/calcApp']
  return names.find((name) => name.startsWith('refs/heads/'))?.replace('refs/heads/', '') ?? 'none'
}
const ifPresent = async (body: Record, write: (branch: string) => Promise<void>) =>
  branchOf(body) === 'none' ? undefined : write(branchOf(body))

export const gitCalls: Calls<GitHost> = {
  getBranchHead: {
    run: (git, { body }) => git.getBranchHead(branchOf(body)),
    keeps: (body) => (/^refs\/heads\//.test(firstOf(body)?.name ?? '') ? [firstOf(body)?.objectId] : []),
  },
  ensureBranch: { run: (git) => git.ensureBranch('not-there', '1'.repeat(40)), keeps: noFacts },
  getFile: { operation: 'Items_Get', run: (git) => git.getFile('a/b.tf', 'one'), keeps: ({ content }) => [content] },
  listFiles: { run: (git) => git.listFiles('a', 'one'), keeps: noFacts },
  putFile: {
    operation: 'Items_Get',
    run: (git, { body }) => ifPresent(body, (branch) => git.putFile({ ...file, branch })),
    keeps: noFacts,
  },
  putFiles: {
    run: (git, { body }) => ifPresent(body, (branch) => git.putFiles({ files: [file], branch, message: 'm' })),
    keeps: noFacts,
  },
  deleteFile: {
    operation: 'Items_Get',
    run: (git, { body }) => ifPresent(body, (branch) => git.deleteFile({ ...file, branch })),
    keeps: noFacts,
  },
  findPullRequest: { run: (git) => git.findPullRequest('one'), keeps: noFacts },
  openPullRequest: { run: (git) => git.openPullRequest({ branch: 'one', base: 'main', title: 't', body: 'b' }), keeps: noFacts },
  getPullRequest: { run: (git) => git.getPullRequest(1), keeps: ({ pullRequestId }) => [pullRequestId] },
  getChecks: {
    run: (git) => git.getChecks('1'.repeat(40), 1),
    keeps: noFacts,
    unspecified: 'The specification of policy evaluations is not available. Statuses and pull requests are tested.',
  },
  changedFiles: { run: (git) => git.changedFiles('1'.repeat(40), 'one'), keeps: noFacts },
  mergePullRequest: { run: (git) => git.mergePullRequest(1, '1'.repeat(40)), keeps: noFacts },
  closePullRequest: { run: (git) => git.closePullRequest(1), keeps: noFacts },
  checkAccess: 'The specification of Git has no example of permissions.',
  deleteBranch: { run: (git, { body }) => git.deleteBranch(branchOf(body)), keeps: noFacts },
}

const project = 'text'
const spec = { project, destination: {} }

export const argocdCalls: Calls<Argocd> = {
  canI: {
    run: (argocd) => argocd.canI('applications', 'sync'),
    keeps: noFacts,
    unspecified:
      'The path in the specification has no slash in its last part. In Slipway’s call, this part names a project and an application.',
  },
  getProject: { run: (argocd) => argocd.getProject('one'), keeps: ({ metadata }) => [metadata?.name] },
  listApplications: {
    run: (argocd) => argocd.listApplications(project),
    keeps: ({ items }) => (items ?? []).map((each: Record) => each.metadata.name),
  },
  getApplication: { run: (argocd) => argocd.getApplication('one', project), keeps: ({ metadata }) => [metadata?.name] },
  createApplication: { run: (argocd) => argocd.createApplication('one', spec), keeps: ({ metadata }) => [metadata?.name] },
  replaceSpec: { run: (argocd) => argocd.replaceSpec('one', spec), keeps: noFacts },
  sync: { run: (argocd) => argocd.sync('one', { project, revision: 'x', prune: false, infos: [] }), keeps: noFacts },
  deleteApplication: { run: (argocd) => argocd.deleteApplication('one', project), keeps: noFacts },
  listRepositories: {
    run: (argocd) => argocd.listRepositories(project),
    keeps: ({ items }) => (items ?? []).filter((each: Record) => each.project === project).map((each: Record) => each.repo),
  },
  putRepository: { run: (argocd) => argocd.putRepository({ repo: 'https://x', project, type: 'git' }, {}), keeps: noFacts },
  getRepository: { run: (argocd) => argocd.getRepository('https://x', project), keeps: ({ repo }) => [repo] },
}

export const keyVaultCalls: Calls<KeyVault> = {
  isAt: 'This function doesn’t make a call.',
  setSecret: { run: (vault) => vault.setSecret('vault-one', 'one', { value: 'x', attributes: { enabled: true } }) },
  checkVault: { run: (vault) => vault.checkVault('vault-one'), keeps: noFacts, onePage: true },
  listSecrets: { run: (vault) => vault.listSecrets('vault-one') },
}
