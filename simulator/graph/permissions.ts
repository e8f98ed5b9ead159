import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { slipwayServicePrincipalId } from '../core/constants.ts'
import type { Simulator } from '../core/simulator.ts'
import { GraphError, sendGraphError } from './graphError.ts'

const readUsers = ['User.Read.All', 'User.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All']
const readGroups = ['GroupMember.Read.All', 'Group.Read.All', 'Directory.Read.All', 'Group.ReadWrite.All', 'Directory.ReadWrite.All']
const readMembers = [...readGroups, 'GroupMember.ReadWrite.All']
const readMemberships = [
  'User.Read.All',
  'GroupMember.Read.All',
  'Group.Read.All',
  'Directory.Read.All',
  'Group.ReadWrite.All',
  'Directory.ReadWrite.All',
]
const writeGroups = ['Group.ReadWrite.All', 'Directory.ReadWrite.All']
const writeMembers = ['GroupMember.ReadWrite.All', 'Group.ReadWrite.All', 'Directory.ReadWrite.All']
const readApplications = ['Application.Read.All', 'Application.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All']

/**
 * Each operation needs one of these app roles, the least privileged first; delegated scopes have the same names. Templates are the routes'
 * own, without `/$count` and casts. Source: Microsoft's Graph permissions reference, as in microsoft-graph-devx-content's permissions.json
 * (commit 6cbd6bbd) and the pages of microsoft-graph-docs-contrib; for users, the roles that can read all properties.
 */
const sufficient: Record<string, readonly string[]> = {
  'GET /v1.0/users': readUsers,
  'GET /v1.0/users(*': readUsers,
  'GET /v1.0/users/:id': readUsers,
  'PATCH /v1.0/users/:id': ['User.ReadWrite.All', 'Directory.ReadWrite.All'],
  'GET /v1.0/users/delta': readUsers,
  'GET /v1.0/users/delta(*': readUsers,
  'GET /v1.0/users/:id/manager': readUsers,
  'GET /v1.0/users/:id/memberOf': ['Directory.Read.All', 'Directory.ReadWrite.All'],
  'GET /v1.0/users/:id/transitiveMemberOf': [
    'User.Read.All',
    'GroupMember.Read.All',
    'Group.Read.All',
    'Directory.Read.All',
    'Directory.ReadWrite.All',
  ],
  'POST /v1.0/users/:id/getMemberGroups': readMemberships,
  'POST /v1.0/users/:id/getMemberObjects': readMemberships,
  'POST /v1.0/users/:id/checkMemberGroups': readMemberships,
  'GET /v1.0/users/:id/mailboxSettings': ['MailboxSettings.Read', 'MailboxSettings.ReadWrite'],
  'GET /v1.0/users/:id/mailboxSettings/automaticRepliesSetting': ['MailboxSettings.Read', 'MailboxSettings.ReadWrite'],
  'PATCH /v1.0/users/:id/mailboxSettings': ['MailboxSettings.ReadWrite'],
  'GET /v1.0/groups': readGroups,
  'POST /v1.0/groups': ['Group.Create', ...writeGroups],
  'GET /v1.0/groups/:id': readGroups,
  'GET /v1.0/groups(*': readGroups,
  'PATCH /v1.0/groups/:id': writeGroups,
  'PATCH /v1.0/groups(*': writeGroups,
  'DELETE /v1.0/groups/:id': ['Group.ReadWrite.All'],
  'GET /v1.0/groups/:id/members': readMembers,
  'GET /v1.0/groups/:id/owners': readMembers,
  'GET /v1.0/groups/:id/transitiveMembers': readMembers,
  'GET /v1.0/groups/:id/memberOf': readGroups,
  'GET /v1.0/groups/:id/transitiveMemberOf': readGroups,
  'POST /v1.0/groups/:id/members/$ref': writeMembers,
  'DELETE /v1.0/groups/:id/members/:objectId/$ref': writeMembers,
  'POST /v1.0/groups/:id/owners/$ref': writeGroups,
  'DELETE /v1.0/groups/:id/owners/:objectId/$ref': writeGroups,
  'GET /v1.0/directory/deletedItems/microsoft.graph.group': ['Group.Read.All', 'Directory.Read.All', ...writeGroups],
  'GET /v1.0/directory/deletedItems/:id': ['Group.Read.All', 'Directory.Read.All', ...writeGroups],
  'POST /v1.0/directory/deletedItems/:id/restore': ['Group.ReadWrite.All'],
  'DELETE /v1.0/directory/deletedItems/:id': ['Group.ReadWrite.All'],
  'GET /v1.0/directoryObjects/:id': ['Directory.Read.All', 'Directory.ReadWrite.All'],
  'POST /v1.0/directoryObjects/getByIds': ['Directory.Read.All', 'Directory.ReadWrite.All'],
  'GET /v1.0/servicePrincipals(*': readApplications,
  'GET /v1.0/servicePrincipals/:id/appRoleAssignedTo': readApplications,
  'GET /v1.0/servicePrincipals/:id/appRoleAssignments': readApplications,
  // Each part is authorized separately.
  'POST /v1.0/$batch': [],
}

function rolesFor(method: string, url: string): readonly string[] | undefined {
  return sufficient[
    `${method === 'HEAD' ? 'GET' : method} ${url.replace(/\/\$count$/, '').replace(/(\/\w+)\/microsoft\.graph\.(user|group)$/, (all, segment) => (segment === '/deletedItems' ? all : segment))}`
  ]
}

/**
 * Checks an app-only token by its `roles` and a delegated one by its `scp`, without permissions that a test has removed from Slipway.
 * Exchange denies mailbox settings with its own error.
 */
export function requirePermission(app: FastifyInstance, sim: Simulator): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (!rolesFor(each, url)) throw new Error(`No permission is documented for ${each} ${url}`)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { method, url } = request.routeOptions
    if (url === undefined) return
    const requiredRoles = rolesFor(String(method), url)!
    if (requiredRoles.length === 0) return
    const permissions = permissionsOf(sim, request)
    const grantedRoles = requiredRoles.filter((each) => permissions.includes(each))
    if (grantedRoles.length === 0) return sendError(sim, request, reply, url)
    if (grantedRoles.length === 1 && request.caller.oid === slipwayServicePrincipalId)
      sim.permissions.use({ service: 'Microsoft Graph', name: grantedRoles[0]! })
  })
}

function permissionsOf(sim: Simulator, { caller }: FastifyRequest): string[] {
  if (typeof caller.scp === 'string') return caller.scp.split(' ')
  const roles = Array.isArray(caller.roles) ? caller.roles.map(String) : []
  if (caller.oid !== slipwayServicePrincipalId) return roles
  const permissions = sim.permissions.held('Microsoft Graph')
  return roles.filter((role) => permissions.includes(role))
}

function sendError(sim: Simulator, request: FastifyRequest, reply: FastifyReply, url: string): FastifyReply {
  const error = url.includes('/mailboxSettings')
    ? new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
    : new GraphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.')
  return sendGraphError(sim, request, reply, error)
}
