import { matchesAction } from '../../../auth/classifyRoleDefinitions.ts'
import type { RoleDefinition } from '../../../clients/arm/armRoles.ts'

export type AbilityVerb = 'see' | 'deploy' | 'restart' | 'manage' | 'grant'
export type AbilityObject =
  | 'everything'
  | 'webApps'
  | 'machines'
  | 'clusters'
  | 'images'
  | 'databases'
  | 'files'
  | 'secrets'
  | 'certificates'
  | 'networks'
  | 'monitoring'
  | 'logs'
  | 'backups'
  | 'costs'
  | 'tags'
  | 'tickets'
  | 'security'
  | 'access'

export interface Ability {
  id: string
  /** The end of the phrase “Lets you …”. */
  does: string
  verbs: readonly AbilityVerb[]
  things: readonly AbilityObject[]
  /** Azure actions. A role must have all of them. */
  actions?: readonly string[]
  dataActions?: readonly string[]
  /** The breadth of the ability. The breadth of a role is the sum over its abilities. */
  weight: number
}

const anything = ['Microsoft.Anything/else/read', 'Microsoft.Compute/virtualMachines/read', 'Microsoft.Authorization/roleAssignments/read']
const vault = 'Microsoft.KeyVault/vaults'
const blobs = 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs'

export const abilities: readonly Ability[] = [
  { id: 'everything.see', does: 'see everything', verbs: ['see'], things: ['everything'], actions: anything, weight: 20 },
  {
    id: 'everything.manage',
    does: 'change everything',
    verbs: ['manage'],
    things: ['everything'],
    actions: ['Microsoft.Anything/else/write', 'Microsoft.Anything/else/delete'],
    weight: 500,
  },
  {
    id: 'access.grant',
    does: 'decide who has access',
    verbs: ['grant', 'manage'],
    things: ['access'],
    actions: ['Microsoft.Authorization/roleAssignments/write'],
    weight: 1_000,
  },
  seeAbility('access', 'see who has access', 'Microsoft.Authorization/roleAssignments/read'),
  seeAbility('webApps', 'see web apps', 'Microsoft.Web/sites/read'),
  {
    id: 'webApps.deploy',
    does: 'deploy web apps',
    verbs: ['deploy'],
    things: ['webApps'],
    actions: ['Microsoft.Web/sites/write', 'Microsoft.Web/sites/publish/action'],
    weight: 10,
  },
  restartAbility('webApps', 'restart web apps', 'Microsoft.Web/sites/restart/action'),
  manageAbility('webApps', 'manage web apps', 'Microsoft.Web/sites/write', 'Microsoft.Web/sites/delete'),
  seeAbility('machines', 'see virtual machines', 'Microsoft.Compute/virtualMachines/read'),
  restartAbility('machines', 'restart virtual machines', 'Microsoft.Compute/virtualMachines/restart/action'),
  manageAbility(
    'machines',
    'manage virtual machines',
    'Microsoft.Compute/virtualMachines/write',
    'Microsoft.Compute/virtualMachines/delete',
  ),
  seeAbility('clusters', 'see Kubernetes clusters', 'Microsoft.ContainerService/managedClusters/read'),
  {
    id: 'clusters.deploy',
    does: 'deploy to Kubernetes clusters',
    verbs: ['deploy', 'see'],
    things: ['clusters'],
    actions: ['Microsoft.ContainerService/managedClusters/listClusterUserCredential/action'],
    weight: 10,
  },
  {
    id: 'clusters.admin',
    does: 'administer Kubernetes clusters',
    verbs: ['deploy', 'restart', 'manage'],
    things: ['clusters'],
    actions: ['Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action'],
    weight: 40,
  },
  {
    id: 'images.pull',
    does: 'pull container images',
    verbs: ['see'],
    things: ['images'],
    actions: ['Microsoft.ContainerRegistry/registries/pull/read'],
    weight: 2,
  },
  {
    id: 'images.push',
    does: 'publish container images',
    verbs: ['deploy', 'manage'],
    things: ['images'],
    actions: ['Microsoft.ContainerRegistry/registries/push/write'],
    weight: 10,
  },
  seeAbility('databases', 'see SQL databases', 'Microsoft.Sql/servers/databases/read'),
  manageAbility('databases', 'manage SQL databases', 'Microsoft.Sql/servers/databases/write'),
  {
    id: 'servers.manage',
    does: 'manage SQL servers',
    verbs: ['manage'],
    things: ['databases'],
    actions: ['Microsoft.Sql/servers/write'],
    weight: 20,
  },
  { id: 'files.see', does: 'read files in storage', verbs: ['see'], things: ['files'], dataActions: [`${blobs}/read`], weight: 6 },
  {
    id: 'files.manage',
    does: 'write files in storage',
    verbs: ['manage'],
    things: ['files'],
    dataActions: [`${blobs}/write`],
    weight: 12,
  },
  { ...manageAbility('files', 'manage storage accounts', 'Microsoft.Storage/storageAccounts/write'), id: 'storage.manage' },
  {
    id: 'secrets.see',
    does: 'read secrets',
    verbs: ['see'],
    things: ['secrets'],
    dataActions: [`${vault}/secrets/getSecret/action`],
    weight: 12,
  },
  {
    id: 'secrets.manage',
    does: 'change secrets',
    verbs: ['manage'],
    things: ['secrets'],
    dataActions: [`${vault}/secrets/setSecret/action`],
    weight: 20,
  },
  {
    id: 'certificates.manage',
    does: 'manage keys and certificates',
    verbs: ['manage', 'see'],
    things: ['certificates'],
    dataActions: [`${vault}/certificates/create/action`, `${vault}/keys/create/action`],
    weight: 20,
  },
  seeAbility('networks', 'see networks', 'Microsoft.Network/virtualNetworks/read'),
  manageAbility('networks', 'manage networks', 'Microsoft.Network/virtualNetworks/write', 'Microsoft.Network/networkSecurityGroups/write'),
  seeAbility('monitoring', 'see metrics and alerts', 'Microsoft.Insights/metrics/read'),
  manageAbility('monitoring', 'set up monitoring and alerts', 'Microsoft.Insights/metricAlerts/write'),
  seeAbility('logs', 'read logs', 'Microsoft.OperationalInsights/workspaces/query/read'),
  manageAbility('logs', 'manage log workspaces', 'Microsoft.OperationalInsights/workspaces/write'),
  seeAbility('backups', 'see backups', 'Microsoft.RecoveryServices/vaults/read'),
  manageAbility('backups', 'create and restore backups', 'Microsoft.RecoveryServices/vaults/backupPolicies/write'),
  seeAbility('costs', 'view costs', 'Microsoft.Consumption/usageDetails/read'),
  manageAbility('costs', 'manage budgets', 'Microsoft.Consumption/budgets/write'),
  seeAbility('tags', 'see tags', 'Microsoft.Resources/tags/read'),
  manageAbility('tags', 'change tags', 'Microsoft.Resources/tags/write'),
  manageAbility('tickets', 'raise support tickets', 'Microsoft.Support/supportTickets/write'),
  seeAbility('security', 'see security findings', 'Microsoft.Security/assessments/read'),
  manageAbility('security', 'resolve security findings', 'Microsoft.Security/assessments/write'),
  {
    id: 'templates.deploy',
    does: 'deploy resources of every kind',
    verbs: ['deploy'],
    things: ['everything'],
    actions: ['Microsoft.Resources/deployments/write', 'Microsoft.Resources/subscriptions/resourceGroups/write'],
    weight: 30,
  },
]

export const abilityById: ReadonlyMap<string, Ability> = new Map(abilities.map((ability) => [ability.id, ability]))

function seeAbility(object: AbilityObject, actionText: string, action: string): Ability {
  return { id: `${object}.see`, does: actionText, verbs: ['see'], things: [object], actions: [action], weight: 1 }
}

function restartAbility(object: AbilityObject, actionText: string, action: string): Ability {
  return { id: `${object}.restart`, does: actionText, verbs: ['restart'], things: [object], actions: [action], weight: 5 }
}

function manageAbility(object: AbilityObject, actionText: string, ...actions: string[]): Ability {
  return { id: `${object}.manage`, does: actionText, verbs: ['manage'], things: [object], actions, weight: 15 }
}

type Permissions = NonNullable<RoleDefinition['properties']['permissions']>[number]

function grantsAbility({ actions = [], notActions = [], dataActions = [], notDataActions = [] }: Permissions, ability: Ability): boolean {
  const isAllowedBy = (grantedActions: string[], denied: string[]) => (action: string) =>
    grantedActions.some((pattern) => matchesAction(pattern, action)) && !denied.some((pattern) => matchesAction(pattern, action))
  return (
    (ability.actions ?? []).every(isAllowedBy(actions, notActions)) &&
    (ability.dataActions ?? []).every(isAllowedBy(dataActions, notDataActions))
  )
}

/**
 * Returns the abilities of a role and the sum of their breadths. A role that includes all abilities of another role never has a smaller
 * sum.
 */
export function abilitiesOf({ properties }: Pick<RoleDefinition, 'properties'>): { ids: string[]; breadth: number } {
  const grantedAbilities = abilities.filter((ability) =>
    (properties.permissions ?? []).some((permissions) => grantsAbility(permissions, ability)),
  )
  return { ids: grantedAbilities.map(({ id }) => id), breadth: grantedAbilities.reduce((sum, { weight }) => sum + weight, 0) }
}
