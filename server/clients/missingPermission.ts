import { requirements } from './requirements/requirements.ts'
import { parseServiceError } from './serviceResponse.ts'

export interface MissingPermission {
  /** Name in the list of permissions, or the service's own name for a permission that is not in the list. */
  name: string
  /** The service's own name of the permission, if it is narrower than the permission in the list. */
  requestedName?: string
  scope: string
}

export interface PermissionCheck {
  covered: readonly string[]
  missing: readonly MissingPermission[]
}

export const subscriptionCreator: MissingPermission = { name: 'Subscription creator', scope: 'the billing scope' }

interface DeniedCall {
  method: string
  path: string
  status: number
  headers: Readonly<Record<string, string>>
  body: unknown
}

/**
 * Returns the permission whose absence caused an error; undefined for other causes. Azure and GitHub name the permission; for other
 * services it is derived from the request.
 */
export function missingPermission(deniedCall: DeniedCall): MissingPermission | undefined {
  if (deniedCall.status !== 403 && deniedCall.status !== 401) return undefined
  const { code = '', detail = '' } = parseServiceError(deniedCall.body)
  const missing =
    azurePermission(deniedCall, code, detail) ??
    graphPermission(deniedCall, code, detail) ??
    gitPermission(deniedCall, detail) ??
    servicenowPermission(deniedCall, detail)
  const name = missing && listedName(missing.name)
  return name === undefined || name === missing!.name ? missing : { ...missing!, name, requestedName: missing!.name }
}

/** Returns the permission in the list that includes a narrower one, because administrators grant the listed permissions. */
function listedName(permissionName: string): string | undefined {
  const names = requirements.map(({ name }) => name)
  const grants = (name: string) => new RegExp(`^${name.replace(/[.$]/g, '\\$&').replaceAll('*', '.*')}$`, 'i').test(permissionName)
  const writePermission = permissionName.replace(/=read$/, '=write')
  return (
    names.find((name) => name.toLowerCase() === permissionName.toLowerCase()) ??
    names.find((name) => name === writePermission || (name.includes('*') && grants(name)))
  )
}

/** Handles denials by Azure. For providers that don’t name a permission, it is derived from the request (Azure/azqr #277). */
function azurePermission({ method, path }: DeniedCall, code: string, detail: string): MissingPermission | undefined {
  const [, name, scope] =
    /perform action '([^']+)' over scope '([^']+)'/.exec(detail) ??
    /permission to perform action\(s\) '([^']+)' on the linked scope\(s\) '([^']+)'/.exec(detail) ??
    []
  if (name && scope) return { name, scope }
  if (code === 'UserNotAuthorized') return subscriptionCreator
  if (code !== 'RBACAccessDenied') return undefined
  const [, resourcePath, type] = /^(.*)\/providers\/([^/]+\/[^/]+)/.exec(path) ?? []
  const verb = method === 'PUT' ? 'write' : method === 'DELETE' ? 'delete' : 'read'
  return resourcePath === undefined ? undefined : { name: `${type}/${verb}`, scope: resourcePath }
}

/** Derives the permission from the request, because Graph doesn’t name it: https://learn.microsoft.com/graph/resolve-auth-errors. */
function graphPermission({ method, path }: DeniedCall, code: string, detail: string): MissingPermission | undefined {
  if (code === 'ErrorAccessDenied' && path.includes('/mailboxSettings')) return { name: 'MailboxSettings.Read', scope: 'the tenant' }
  if (code !== 'Authorization_RequestDenied' || !detail.startsWith('Insufficient privileges to complete the operation')) return undefined
  const isRead = method === 'GET' || /\/(getByIds|checkMemberGroups)$/.test(path)
  const name = isRead && !path.includes('/deletedItems/') ? 'Directory.Read.All' : 'Group.ReadWrite.All'
  return { name, scope: 'the tenant' }
}

/**
 * GitHub names the permission in a header ("Resource not accessible" in its REST troubleshooting), Azure DevOps in its message. For a
 * personal access token without the scope, Azure DevOps says only that its user is not authorized (microsoft/azure-devops-extension-sample
 * #45).
 */
function gitPermission({ path, headers }: DeniedCall, detail: string): MissingPermission | undefined {
  const [, name] = /^TF401027: You need the Git '(\w+)' permission/.exec(detail) ?? []
  if (name) return { name, scope: 'the repository' }
  if (detail.startsWith('TF400813: '))
    return { name: 'vso.code_write', scope: 'the scope of the personal access token, or its user has no access' }
  const acceptedPermissions = headers['x-accepted-github-permissions']
  if (!acceptedPermissions || !/^Resource not accessible by /.test(detail)) return undefined
  return { name: acceptedPermissions, scope: /^\/repos\/([^/]+\/[^/]+)/.exec(path)?.[1] ?? 'the repository' }
}

const servicenowRoles: [table: string, role: string][] = [
  ['incident', 'sn_incident_write'],
  ['change_request', 'sn_change_read'],
  ['sc_', 'sn_request_read'],
  ['cmdb_ci', 'sn_cmdb_editor'],
]

/**
 * Texts of ServiceNow's access controls: for writes (Azure Monitor's page on ITSM connector errors), for queries (KB0744425), and for reads
 * of a table (ServiceNow community, 812907 and 1356330).
 */
const servicenowDenials =
  /ACL Exception \w+ Failed due to security constraints|Insufficient rights to query records|records constrained due to ACL restrictions|User is unauthorized to access table/

/** ServiceNow's access controls name the failed operation, not the missing role. */
function servicenowPermission({ path }: DeniedCall, detail: string): MissingPermission | undefined {
  if (!servicenowDenials.test(detail)) return undefined
  const table = /\/api\/now\/table\/(\w+)/.exec(path)?.[1] ?? ''
  const role = servicenowRoles.find(([prefix]) => table.startsWith(prefix))?.[1]
  return role ? { name: role, scope: `the table ${table}` } : undefined
}

/**
 * Returns a hint about the missing permission for an error that a new subscription, which Azure doesn't know yet, also causes; empty if no
 * permission is known.
 */
export function missingPermissionHint(missing: MissingPermission | undefined): string {
  return missing ? ` If this continues, Slipway lacks the permission ${missing.name}.` : ''
}

export function describeMissing(service: string, { name, scope }: MissingPermission): string {
  return `${service} denied the request because Slipway lacks the permission ${name} for ${scope}.`
}
