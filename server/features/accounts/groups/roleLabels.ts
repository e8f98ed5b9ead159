import { isPrivileged } from '../../../auth/classifyRoleDefinitions.ts'
import type { RoleDefinition } from '../../../clients/arm/armRoles.ts'

type Permissions = NonNullable<RoleDefinition['properties']['permissions']>[number]

export const allActionsLabels = {
  withAccess: 'Manage everything, including access',
  withoutAccess: 'Change everything except access',
  read: 'Read everything',
} as const

const resourceLabels: [prefix: string, label: string][] = [
  ['microsoft.resources/tags', 'tags'],
  ['microsoft.resources/deployments', 'deployments'],
  ['microsoft.resources', 'resource groups'],
  ['microsoft.compute', 'virtual machines'],
  ['microsoft.network/networkinterfaces', 'network cards'],
  ['microsoft.network', 'networks'],
  ['microsoft.storage', 'storage accounts'],
  ['microsoft.keyvault/vaults/secrets', 'secrets in key vaults'],
  ['microsoft.keyvault', 'key vaults'],
  ['microsoft.web', 'web apps'],
  ['microsoft.sql/servers/databases', 'SQL databases'],
  ['microsoft.sql', 'SQL servers'],
  ['microsoft.containerservice', 'Kubernetes clusters'],
  ['microsoft.containerregistry', 'container images'],
  ['microsoft.insights', 'monitoring'],
  ['microsoft.alertsmanagement', 'alerts'],
  ['microsoft.operationalinsights', 'logs'],
  ['microsoft.recoveryservices', 'backups'],
  ['microsoft.security', 'security findings'],
  ['microsoft.support', 'support tickets'],
  ['microsoft.consumption', 'costs'],
  ['microsoft.costmanagement', 'costs'],
  ['microsoft.authorization', 'access'],
]

function resourceLabelOf(action: string): string {
  const key = action.toLowerCase()
  return resourceLabels.find(([prefix]) => key.startsWith(prefix))?.[1] ?? `${key.split('/')[0]!.replace(/^microsoft\./, '')} resources`
}

function verbOf(action: string): 'See' | 'Use' | 'Manage' {
  if (/\/read$/i.test(action)) return 'See'
  return action.endsWith('*') || /\/(write|delete)$/i.test(action) ? 'Manage' : 'Use'
}

export function roleAbilities(role: Pick<RoleDefinition, 'properties'>): string[] {
  const grants = isPrivileged(role.properties.permissions)
  const roleLines = (role.properties.permissions ?? []).flatMap((permissions) => linesOf(permissions, grants))
  return [...new Set(roleLines)].slice(0, 6)
}

function linesOf({ actions = [], dataActions = [] }: Permissions, grants: boolean): string[] {
  if (actions.includes('*')) return [grants ? allActionsLabels.withAccess : allActionsLabels.withoutAccess, ...dataLines(dataActions)]
  const verbsByResource = new Map<string, string>()
  for (const action of actions.filter((each) => each !== '*/read')) {
    const resourceLabel = resourceLabelOf(action)
    const verb = verbOf(action)
    if (verbsByResource.get(resourceLabel) !== 'Manage')
      verbsByResource.set(
        resourceLabel,
        verbsByResource.has(resourceLabel) && verbsByResource.get(resourceLabel) !== verb ? 'Manage' : verb,
      )
  }
  return [
    ...(actions.includes('*/read') ? [allActionsLabels.read] : []),
    ...dataLines(dataActions),
    ...[...verbsByResource].map(([resourceLabel, verb]) => `${verb} ${resourceLabel}`),
  ]
}

function dataLines(dataActions: string[]): string[] {
  const canWriteByLabel = new Map<string, boolean>()
  for (const action of dataActions) {
    const isReadAction = /\/(read|getSecret\/action|readMetadata\/action)$/i.test(action)
    const dataLabel = /keyvault/i.test(action) ? resourceLabelOf(action) : `the data in ${resourceLabelOf(action)}`
    canWriteByLabel.set(dataLabel, (canWriteByLabel.get(dataLabel) ?? false) || !isReadAction)
  }
  return [...canWriteByLabel].map(([dataLabel, canWrite]) => `${canWrite ? 'Read and write' : 'Read'} ${dataLabel}`)
}
