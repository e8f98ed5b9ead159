import { scopeOf } from '../../../../clients/arm/armId.ts'
import type { Clients } from '../../../../clients/clients.ts'
import type { Db } from '../../../../db/database.ts'
import { fetchSubscriptionRoles } from '../subscriptionRoles.ts'

const maxGrants = 200

export async function fetchAccess({ clients, db }: { clients: Clients; db: Db }, accountId: string, subscriptionId: string) {
  const scope = `/subscriptions/${subscriptionId}`
  const [subscriptionRoles, roles, groupIds] = await Promise.all([
    fetchSubscriptionRoles(clients, subscriptionId),
    clients.arm.listRoleDefinitions(scope),
    groupsOf(db, accountId),
  ])
  const allAssignments = [
    ...subscriptionRoles.assignments.map((each) => ({ ...each, assignment: 'active' as const })),
    ...subscriptionRoles.eligibilities.map((each) => ({ ...each, assignment: 'eligible' as const })),
  ]
  const names = await clients.graph.namesOf(allAssignments.map(({ properties }) => properties.principalId))
  const lastSegment = (id: string) => id.slice(id.lastIndexOf('/') + 1).toLowerCase()
  const roleNames = new Map(roles.map(({ name, properties }) => [name.toLowerCase(), properties.roleName]))
  const kindOf = (type: string | undefined) =>
    (type === 'User' ? 'person' : type === 'Group' ? 'group' : 'other') as 'person' | 'group' | 'other'
  const grants = allAssignments
    .map((each) => ({
      principal: names.get(each.properties.principalId.toLowerCase()) ?? 'Unknown identity',
      groupId: groupIds.get(each.properties.principalId.toLowerCase()) ?? null,
      kind: kindOf(each.properties.principalType),
      role: roleNames.get(lastSegment(each.properties.roleDefinitionId)) ?? 'A custom role',
      assignment: each.assignment,
      scope: scopeLabel(scopeOf(each), subscriptionId),
    }))
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.principal.localeCompare(b.principal) || a.role.localeCompare(b.role))
  const count = (type: string) =>
    new Set(allAssignments.filter(({ properties }) => properties.principalType === type).map(({ properties }) => properties.principalId))
      .size
  return {
    ids: allAssignments.map(({ id }) => id.toLowerCase()).sort(),
    people: count('User'),
    groups: count('Group'),
    grants: grants.slice(0, maxGrants),
    total: grants.length,
    kept: subscriptionRoles.retained.length,
  }
}

async function groupsOf(db: Db, accountId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('access_groups')
    .select(['id', 'directory_group_id'])
    .where('account_id', '=', accountId)
    .where('status', '<>', 'deleted')
    .execute()
  return new Map(
    rows.flatMap(({ id, directory_group_id }) => (directory_group_id ? [[directory_group_id.toLowerCase(), id] as const] : [])),
  )
}

export function scopeLabel(scope: string, subscriptionId: string): string {
  const [group, ...restSegments] = scope.slice(`/subscriptions/${subscriptionId}/resourceGroups/`.length).split('/')
  if (!group) return 'The whole subscription'
  return restSegments.length === 0 ? `Resource group ${group}` : `${restSegments.at(-1)} in ${group}`
}
