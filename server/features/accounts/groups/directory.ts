import { type CachedValue, cached, invalidate } from '../../../clients/cached.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { GroupMembers } from '../../../clients/graph/graphMembers.ts'
import { withDeadline } from '../../../clients/withDeadline.ts'
import type { Db } from '../../../db/database.ts'
import type { OwningResource } from '../accounts/owningResource.ts'
import { listRoles } from './roles.ts'
import type { RoleDefinition } from './schemas.ts'

const maxWaitMs = 4_000

/** If the directory is late or fails, `members` is undefined. If Azure is late or fails, `roles` is empty. */
export interface DirectoryGroups {
  members: CachedValue<Map<string, GroupMembers>> | undefined
  roles: RoleDefinition[]
}

export async function fetchDirectoryGroups(
  { db, clients }: { db: Db; clients: Clients },
  accountId: string,
  refresh = false,
): Promise<DirectoryGroups> {
  const resource: OwningResource = { kind: 'account', id: accountId }
  const [account, ids] = await Promise.all([
    db.selectFrom('accounts').select('subscription_id').where('id', '=', accountId).executeTakeFirst(),
    directoryIds(db, resource),
  ])
  const [members, roles] = await Promise.all([
    membersIn(clients, resource, ids, refresh),
    account?.subscription_id && ids.length > 0 ? withTimeout(listRoles(clients, account.subscription_id)) : undefined,
  ])
  return { members, roles: roles?.value ?? [] }
}

async function directoryIds(db: Db, resource: OwningResource): Promise<string[]> {
  const groups = await db
    .selectFrom('access_groups')
    .select('directory_group_id')
    .where(resource.kind === 'account' ? 'account_id' : 'sandbox_id', '=', resource.id)
    .where('status', '<>', 'deleted')
    .where('directory_group_id', 'is not', null)
    .orderBy('name')
    .limit(200)
    .execute()
  return groups.map((group) => group.directory_group_id!)
}

async function membersIn(clients: Clients, resource: OwningResource, ids: string[], refresh = false): Promise<DirectoryGroups['members']> {
  if (ids.length === 0) return { value: new Map(), fetchedAt: new Date() }
  return withTimeout(cached(clients, `group members ${resource.id}`, () => membersOf(clients, ids), refresh))
}

async function membersOf(clients: Clients, ids: string[]): Promise<Map<string, GroupMembers>> {
  const membersByGroup = await clients.graph.membersOfGroups(ids)
  return new Map(ids.flatMap((id, index) => (membersByGroup[index] ? [[id, membersByGroup[index]] as const] : [])))
}

export function invalidateMembers(clients: Clients, resource: Pick<OwningResource, 'id'>): void {
  invalidate(clients, `group members ${resource.id}`)
}

/** Returns undefined if the response fails or is late, because the response must not delay the rest. */
const withTimeout = <T>(promise: Promise<T>) =>
  withDeadline(
    maxWaitMs,
    promise.catch(() => undefined),
  )
