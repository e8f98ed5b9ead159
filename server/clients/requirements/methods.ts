import type { Argocd } from '../argocd/argocd.ts'
import type { Arm } from '../arm/arm.ts'
import type { Billing } from '../arm/armBilling.ts'
import type { Monitor } from '../arm/monitor.ts'
import type { GitHost } from '../git/git.ts'
import type { Graph } from '../graph/graph.ts'
import type { KeyVault } from '../keyvault/keyVault.ts'
import type { Servicenow } from '../servicenow/servicenow.ts'
import type { StoreDirectory } from '../stores/storeDirectory.ts'
import { armMethods } from './armMethods.ts'
import { graphMethods } from './graphMethods.ts'
import type { ArgocdName, AzureName, GitName, GraphName, KeyVaultName, Methods, ServicenowName, StoresName } from './methodNames.ts'

const gitRead = ['contents=write', 'GenericRead', 'vso.code_write'] as const
const gitWrite = [...gitRead, 'GenericContribute'] as const
const gitBranch = [...gitRead, 'CreateBranch'] as const
const pullRead = [...gitRead, 'pull_requests=write'] as const
const pullWrite = [...pullRead, 'PullRequestContribute'] as const

const gitMethods: Methods<GitHost, GitName> = {
  getBranchHead: gitRead,
  getFile: gitRead,
  listFiles: gitRead,
  changedFiles: gitRead,
  checkAccess: [...pullRead, 'statuses=read', 'checks=read'],
  ensureBranch: gitBranch,
  deleteBranch: gitBranch,
  putFile: gitWrite,
  putFiles: gitWrite,
  deleteFile: gitWrite,
  findPullRequest: pullRead,
  getPullRequest: pullRead,
  getChecks: [...gitRead, 'statuses=read', 'checks=read'],
  openPullRequest: pullWrite,
  mergePullRequest: pullWrite,
  closePullRequest: pullWrite,
}

const listSecrets = ['Microsoft.KeyVault/vaults/secrets/readMetadata/action'] as const

const keyVaultMethods: Methods<KeyVault, KeyVaultName> = {
  isAt: 'no call',
  checkVault: listSecrets,
  listSecrets,
  setSecret: [...listSecrets, 'Microsoft.KeyVault/vaults/secrets/setSecret/action', 'Microsoft.KeyVault/vaults/secrets/recover/action'],
}

const incident = ['sn_incident_write'] as const
const item = ['sn_cmdb_editor'] as const
const readAnything = ['sn_incident_write', 'sn_change_read', 'sn_request_read', 'sn_cmdb_editor'] as const

const servicenowMethods: Methods<Servicenow, ServicenowName> = {
  checkAccess: readAnything,
  findTicket: ['sn_incident_write', 'sn_change_read', 'sn_request_read'],
  openIncident: incident,
  addWorkNote: incident,
  readIncident: incident,
  readIncidents: incident,
  resolveIncident: incident,
  reopenIncident: incident,
  setIncidentLevels: incident,
  closeIncident: incident,
  listOpenIncidents: incident,
  // Every user of ServiceNow can read people and groups, so these two methods need no additional role.
  findAssignmentGroup: incident,
  getAssignmentGroup: incident,
  findCaller: incident,
  findConfigurationItem: item,
  getConfigurationItem: item,
  getByCorrelationId: item,
  getServiceByCorrelationId: item,
  knownCorrelationIds: item,
  createConfigurationItem: item,
  createMissingConfigurationItem: item,
  updateConfigurationItem: item,
}

const argocdMethods: Methods<Argocd, ArgocdName> = {
  // Every Argo CD account can read its own permissions, so this needs only the permission that is checked.
  canI: ['projects/get'],
  getProject: ['projects/get'],
  listApplications: ['applications/get'],
  getApplication: ['applications/get'],
  createApplication: ['applications/create'],
  replaceSpec: ['applications/update'],
  sync: ['applications/sync'],
  deleteApplication: ['applications/delete'],
  listRepositories: ['repositories/get'],
  getRepository: ['repositories/get'],
  putRepository: ['repositories/create', 'repositories/update'],
}

const stores = ['stores/read'] as const

/** Which permissions each method of a client needs. The compiler requires every method; tests compare the names with the calls. */
export const methodRequirements: {
  arm: Methods<Arm, AzureName>
  billing: Methods<Billing, AzureName>
  monitor: Methods<Monitor, AzureName>
  graph: Methods<Graph, GraphName>
  git: Methods<GitHost, GitName>
  keyVault: Methods<KeyVault, KeyVaultName>
  servicenow: Methods<Servicenow, ServicenowName>
  argocd: Methods<Argocd, ArgocdName>
  stores: Methods<StoreDirectory, StoresName>
} = {
  arm: armMethods,
  billing: { readBillingScope: ['Subscription creator'], canCreateSubscriptions: ['Subscription creator'] },
  monitor: { listHourlyLoads: ['*/read'] },
  graph: graphMethods,
  git: gitMethods,
  keyVault: keyVaultMethods,
  servicenow: servicenowMethods,
  argocd: argocdMethods,
  stores: { getStore: stores, searchStores: stores, lookUp: stores, listStores: stores },
}
