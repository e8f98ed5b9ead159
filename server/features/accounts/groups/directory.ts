import { answerWithin } from '../../../clients/answerWithin.ts'
import type { Clients } from '../../../clients/clients.ts'
import { type CachedValue, cached, invalidate } from '../../../clients/fresh.ts'
import type { GroupMembers } from '../../../clients/graph/graphMembers.ts'
import type { Db } from '../../../db/database.ts'
import type { GroupHome } from '../accounts/home.ts'
import { listRoles } from './roles.ts'
import type { RoleDefinition } from './schemas.ts'

const maxWaitMs = 4_000

/** The data about an account's groups in other systems. A part that is late or failed is undefined. */
export interface GroupsOutside {
  /** The key is the group's directory id. */
  members: CachedValue<Map<string, GroupMembers>> | undefined
  roles: RoleDefinition[]
}

/** Reads the members from the directory and the role definitions from Azure; both are cached for a minute. */
export async function groupsOutside(
  { db, clients }: { db: Db; clients: Clients },
  accountId: string,
  refresh = false,
): Promise<GroupsOutside> {
  const groupHome: GroupHome = { kind: 'account', id: accountId }
  const [account, ids] = await Promise.all([
    db.selectFrom('accounts').select('subscription_id').where('id', '=', accountId).executeTakeFirst(),
    directoryIds(db, groupHome),
  ])
  const [members, roles] = await Promise.all([
    membersIn(clients, groupHome, ids, refresh),
    account?.subscription_id && ids.length > 0 ? withTimeout(listRoles(clients, account.subscription_id)) : undefined,
  ])
  return { members, roles: roles?.value ?? [] }
}

async function directoryIds(db: Db, groupHome: GroupHome): Promise<string[]> {
  const groups = await db
    .selectFrom('access_groups')
    .select('directory_group_id')
    .where(groupHome.kind === 'account' ? 'account_id' : 'sandbox_id', '=', groupHome.id)
    .where('status', '<>', 'deleted')
    .where('directory_group_id', 'is not', null)
    .orderBy('name')
    .limit(200)
    .execute()
  return groups.map((group) => group.directory_group_id!)
}

async function membersIn(clients: Clients, groupHome: GroupHome, ids: string[], refresh = false): Promise<GroupsOutside['members']> {
  if (ids.length === 0) return { value: new Map(), fetchedAt: new Date() }
  return withTimeout(cached(clients, `group members ${groupHome.id}`, () => membersOf(clients, ids), refresh))
}

async function membersOf(clients: Clients, ids: string[]): Promise<Map<string, GroupMembers>> {
  const membersByGroup = await clients.graph.membersOfGroups(ids)
  return new Map(ids.flatMap((id, index) => (membersByGroup[index] ? [[id, membersByGroup[index]] as const] : [])))
}

/** Callers use this after each change of members, so that the next read is current. */
export function forgetMembers(clients: Clients, groupHome: Pick<GroupHome, 'id'>): void {
  invalidate(clients, `group members ${groupHome.id}`)
}

/** Returns undefined if the response fails or is late, because the response must not delay the rest. */
const withTimeout = <T>(answer: Promise<T>) =>
  answerWithin(
    maxWaitMs,
    answer.catch(() => undefined),
  )
