import { covers } from '../../../auth/privilegedRoles.ts'
import type { RoleDefinition } from '../../../clients/arm/armRoles.ts'

export type Verb = 'see' | 'deploy' | 'restart' | 'manage' | 'grant'
export type Thing =
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
  /** Completes the phrase “Lets you …”. */
  does: string
  verbs: readonly Verb[]
  things: readonly Thing[]
  /** Azure actions, all of which a role needs. */
  actions?: readonly string[]
  dataActions?: readonly string[]
  /** The breadth of the ability; a role’s breadth is the sum over its abilities. */
  weight: number
}

const anything = ['Microsoft.Anything/else/read', 'Microsoft.Compute/virtualMachines/read', 'Microsoft.Authorization/roleAssignments/read']
const vault = 'Microsoft.KeyVault/vaults'
const blobs = 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs'

/** The abilities that people search access by. A role has an ability if it holds every action of it. */
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
  see('access', 'see who has access', 'Microsoft.Authorization/roleAssignments/read'),
  see('webApps', 'see web apps', 'Microsoft.Web/sites/read'),
  {
    id: 'webApps.deploy',
    does: 'deploy web apps',
    verbs: ['deploy'],
    things: ['webApps'],
    actions: ['Microsoft.Web/sites/write', 'Microsoft.Web/sites/publish/action'],
    weight: 10,
  },
  restart('webApps', 'restart web apps', 'Microsoft.Web/sites/restart/action'),
  manage('webApps', 'manage web apps', 'Microsoft.Web/sites/write', 'Microsoft.Web/sites/delete'),
  see('machines', 'see virtual machines', 'Microsoft.Compute/virtualMachines/read'),
  restart('machines', 'restart virtual machines', 'Microsoft.Compute/virtualMachines/restart/action'),
  manage('machines', 'manage virtual machines', 'Microsoft.Compute/virtualMachines/write', 'Microsoft.Compute/virtualMachines/delete'),
  see('clusters', 'see Kubernetes clusters', 'Microsoft.ContainerService/managedClusters/read'),
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
  see('databases', 'see SQL databases', 'Microsoft.Sql/servers/databases/read'),
  manage('databases', 'manage SQL databases', 'Microsoft.Sql/servers/databases/write'),
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
  { ...manage('files', 'manage storage accounts', 'Microsoft.Storage/storageAccounts/write'), id: 'storage.manage' },
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
  see('networks', 'see networks', 'Microsoft.Network/virtualNetworks/read'),
  manage('networks', 'manage networks', 'Microsoft.Network/virtualNetworks/write', 'Microsoft.Network/networkSecurityGroups/write'),
  see('monitoring', 'see metrics and alerts', 'Microsoft.Insights/metrics/read'),
  manage('monitoring', 'set up monitoring and alerts', 'Microsoft.Insights/metricAlerts/write'),
  see('logs', 'read logs', 'Microsoft.OperationalInsights/workspaces/query/read'),
  manage('logs', 'manage log workspaces', 'Microsoft.OperationalInsights/workspaces/write'),
  see('backups', 'see backups', 'Microsoft.RecoveryServices/vaults/read'),
  manage('backups', 'create and restore backups', 'Microsoft.RecoveryServices/vaults/backupPolicies/write'),
  see('costs', 'view costs', 'Microsoft.Consumption/usageDetails/read'),
  manage('costs', 'manage budgets', 'Microsoft.Consumption/budgets/write'),
  see('tags', 'see tags', 'Microsoft.Resources/tags/read'),
  manage('tags', 'change tags', 'Microsoft.Resources/tags/write'),
  manage('tickets', 'raise support tickets', 'Microsoft.Support/supportTickets/write'),
  see('security', 'see security findings', 'Microsoft.Security/assessments/read'),
  manage('security', 'settle security findings', 'Microsoft.Security/assessments/write'),
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

function see(thing: Thing, does: string, action: string): Ability {
  return { id: `${thing}.see`, does, verbs: ['see'], things: [thing], actions: [action], weight: 1 }
}

function restart(thing: Thing, does: string, action: string): Ability {
  return { id: `${thing}.restart`, does, verbs: ['restart'], things: [thing], actions: [action], weight: 5 }
}

function manage(thing: Thing, does: string, ...actions: string[]): Ability {
  return { id: `${thing}.manage`, does, verbs: ['manage'], things: [thing], actions, weight: 15 }
}

type Permissions = NonNullable<RoleDefinition['properties']['permissions']>[number]

function holds({ actions = [], notActions = [], dataActions = [], notDataActions = [] }: Permissions, ability: Ability): boolean {
  const allowed = (granted: string[], taken: string[]) => (action: string) =>
    granted.some((pattern) => covers(pattern, action)) && !taken.some((pattern) => covers(pattern, action))
  return (
    (ability.actions ?? []).every(allowed(actions, notActions)) && (ability.dataActions ?? []).every(allowed(dataActions, notDataActions))
  )
}

/** Finds the abilities of a role and their sum. A role that includes all of another’s abilities is never narrower than the other. */
export function abilitiesOf({ properties }: Pick<RoleDefinition, 'properties'>): { ids: string[]; breadth: number } {
  const held = abilities.filter((ability) => (properties.permissions ?? []).some((permissions) => holds(permissions, ability)))
  return { ids: held.map(({ id }) => id), breadth: held.reduce((sum, { weight }) => sum + weight, 0) }
}
