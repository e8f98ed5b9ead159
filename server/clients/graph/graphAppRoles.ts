import { Type } from 'typebox'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'

const AppRole = Type.Object({
  id: Type.String(),
  value: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  isEnabled: Type.Boolean(),
})
const ServicePrincipal = Type.Object({ id: Type.String(), appRoles: Type.Array(AppRole) })
const Assignment = Type.Object({ appRoleId: Type.String(), principalId: Type.String(), principalType: Type.String() })
const Granted = Type.Object({ appRoleId: Type.String() })
const Member = Type.Object({ '@odata.type': Type.Optional(Type.String()), id: Type.String() })

/** IDs of Microsoft Graph's own app roles, the same in every tenant: https://learn.microsoft.com/graph/permissions-reference */
export const graphRoleIds: Readonly<Record<string, string>> = {
  'Directory.Read.All': '7ab1d382-f21e-4acd-a863-ba3e13f7da61',
  'Group.ReadWrite.All': '62a82d76-70ea-41e2-9197-370581804d09',
  'MailboxSettings.Read': '40f97065-369a-49f4-947c-6a255697ae91',
  'Directory.ReadWrite.All': '19dbc75e-c2e2-444c-a770-ec69d8559fc7',
  'MailboxSettings.ReadWrite': '6931bccd-447a-43d1-b442-00a195474933',
}

/** For each permission, the app roles that include it, according to the "Permissions" tables in Graph's reference. */
const broaderRoles: Readonly<Record<string, readonly string[]>> = {
  'Directory.Read.All': ['Directory.ReadWrite.All'],
  'Group.ReadWrite.All': ['Directory.ReadWrite.All'],
  'MailboxSettings.Read': ['MailboxSettings.ReadWrite'],
}

/** @param grantedRoleIds IDs of app roles in lower case */
export function isGraphRoleGranted(grantedRoleIds: ReadonlySet<string>, name: string): boolean {
  return [name, ...(broaderRoles[name] ?? [])].some((role) => grantedRoleIds.has(graphRoleIds[role]!))
}

export function graphAppRoles(send: Send) {
  return {
    getPrincipalId,

    /**
     * Returns the app roles of an application by the object ID of the person. A role is assigned directly, or to a group with that person
     * as a direct member; Entra's tokens leave out the roles of nested groups too. Needs Application.Read.All or Directory.Read.All.
     * Source: https://learn.microsoft.com/graph/api/serviceprincipal-list-approleassignedto
     */
    async listAppRoles(clientId: string): Promise<Map<string, Set<string>>> {
      const principal = (await send({ method: 'GET', path: principalPath(clientId), query: { $select: 'id,appRoles' } })).as(
        ServicePrincipal,
      )
      const names = new Map(
        principal.appRoles.flatMap(({ id, value, isEnabled }) => (value && isEnabled ? [[id.toLowerCase(), value] as const] : [])),
      )
      const assigned = `/v1.0/servicePrincipals/${encodeURIComponent(principal.id)}/appRoleAssignedTo`
      const roles = new Map<string, Set<string>>()
      for (const { appRoleId, principalId, principalType } of await fetchAllPages(send, { method: 'GET', path: assigned }, Assignment)) {
        const role = names.get(appRoleId.toLowerCase())
        if (role === undefined || principalType === 'ServicePrincipal') continue
        for (const id of principalType === 'Group' ? await membersOf(principalId) : [principalId])
          roles.set(id.toLowerCase(), (roles.get(id.toLowerCase()) ?? new Set()).add(role))
      }
      return roles
    },

    /**
     * Returns the lower-case IDs of app roles granted to an application: application permissions for Graph and other APIs. Needs
     * Application.Read.All or Directory.Read.All. Source: https://learn.microsoft.com/graph/api/serviceprincipal-list-approleassignments
     */
    async listGrantedRoleIds(clientId: string): Promise<Set<string>> {
      const path = `/v1.0/servicePrincipals/${encodeURIComponent(await getPrincipalId(clientId))}/appRoleAssignments`
      return new Set((await fetchAllPages(send, { method: 'GET', path }, Granted)).map(({ appRoleId }) => appRoleId.toLowerCase()))
    },
  }

  /**
   * Returns the object ID of an application's service principal. Needs Application.Read.All or Directory.Read.All. Source:
   * https://learn.microsoft.com/graph/api/serviceprincipal-get
   */
  async function getPrincipalId(clientId: string): Promise<string> {
    const reply = await send({ method: 'GET', path: principalPath(clientId), query: { $select: 'id' } })
    return reply.as(Type.Object({ id: Type.String() })).id
  }

  function principalPath(clientId: string): string {
    return `/v1.0/servicePrincipals(appId='${encodeURIComponent(clientId)}')`
  }

  async function membersOf(groupId: string): Promise<string[]> {
    const path = `/v1.0/groups/${encodeURIComponent(groupId)}/members`
    const members = await fetchAllPages(send, { method: 'GET', path, query: { $select: 'id', $top: 999 } }, Member)
    return members.filter((member) => member['@odata.type'] === '#microsoft.graph.user').map(({ id }) => id)
  }
}
