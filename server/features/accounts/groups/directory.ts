import { answerWithin } from '../../../clients/answerWithin.ts'
import type { Clients } from '../../../clients/clients.ts'
import { type Fresh, forget, fresh } from '../../../clients/fresh.ts'
import type { GroupMembers } from '../../../clients/graph/graphMembers.ts'
import type { Db } from '../../../db/database.ts'
import type { GroupHome } from '../accounts/home.ts'
import { listRoles } from './roles.ts'
import type { RoleDefinition } from './schemas.ts'

const maxWaitMs = 4_000

/** Outside systems add this to an account's groups; a part that is late or fails is undefined. */
export interface GroupsOutside {
  /** Keyed by the group's directory id. */
  members: Fresh<Map<string, GroupMembers>> | undefined
  roles: RoleDefinition[]
}

/** Reads the members from the directory and the role definitions from Azure; both are cached for a minute. */
export async function groupsOutside(
  { db, clients }: { db: Db; clients: Clients },
  accountId: string,
  refresh = false,
): Promise<GroupsOutside> {
  const home: GroupHome = { kind: 'account', id: accountId }
  const [account, ids] = await Promise.all([
    db.selectFrom('accounts').select('subscription_id').where('id', '=', accountId).executeTakeFirst(),
    directoryIds(db, home),
  ])
  const [members, roles] = await Promise.all([
    membersIn(clients, home, ids, refresh),
    account?.subscription_id && ids.length > 0 ? inTime(listRoles(clients, account.subscription_id)) : undefined,
  ])
  return { members, roles: roles?.value ?? [] }
}

async function directoryIds(db: Db, home: GroupHome): Promise<string[]> {
  const groups = await db
    .selectFrom('access_groups')
    .select('directory_group_id')
    .where(home.kind === 'account' ? 'account_id' : 'sandbox_id', '=', home.id)
    .where('status', '<>', 'deleted')
    .where('directory_group_id', 'is not', null)
    .orderBy('name')
    .limit(200)
    .execute()
  return groups.map((group) => group.directory_group_id!)
}

async function membersIn(clients: Clients, home: GroupHome, ids: string[], refresh = false): Promise<GroupsOutside['members']> {
  if (ids.length === 0) return { value: new Map(), fetchedAt: new Date() }
  return inTime(fresh(clients, `group members ${home.id}`, () => membersOf(clients, ids), refresh))
}

async function membersOf(clients: Clients, ids: string[]): Promise<Map<string, GroupMembers>> {
  const found = await clients.graph.membersOfGroups(ids)
  return new Map(ids.flatMap((id, index) => (found[index] ? [[id, found[index]] as const] : [])))
}

/** Call this after each change of members, so that the next read is current. */
export function forgetMembers(clients: Clients, home: Pick<GroupHome, 'id'>): void {
  forget(clients, `group members ${home.id}`)
}

/** Returns undefined when the answer fails or is late, because it must not delay the rest. */
const inTime = <T>(answer: Promise<T>) =>
  answerWithin(
    maxWaitMs,
    answer.catch(() => undefined),
  )
