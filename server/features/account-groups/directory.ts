import type { Clients } from '../../clients/clients.ts'
import type { GroupMembers } from '../../clients/graphMembers.ts'
import type { Db } from '../../db/database.ts'
import { type Fresh, forget, fresh } from '../account-insights/fresh.ts'
import { listRoles } from './roles.ts'
import type { RoleDefinition } from './schemas.ts'

const patienceMs = 4_000

/** What the world outside adds to the groups of an account; a part that does not come in time is left out. */
export interface GroupsOutside {
  /** By the directory's id of the group. */
  members: Fresh<Map<string, GroupMembers>> | undefined
  roles: RoleDefinition[]
}

/** Asks the directory who is in the groups of an account, and Azure what their roles let one do; both are kept for a minute. */
export async function groupsOutside(
  { db, clients }: { db: Db; clients: Clients },
  accountId: string,
  refresh = false,
): Promise<GroupsOutside> {
  const [account, groups] = await Promise.all([
    db.selectFrom('accounts').select('subscription_id').where('id', '=', accountId).executeTakeFirst(),
    db
      .selectFrom('access_groups')
      .select('directory_group_id')
      .where('account_id', '=', accountId)
      .where('status', '<>', 'deleted')
      .where('directory_group_id', 'is not', null)
      .orderBy('name')
      .limit(200)
      .execute(),
  ])
  const ids = groups.map((group) => group.directory_group_id!)
  const [members, roles] = await Promise.all([
    ids.length === 0
      ? { value: new Map(), fetchedAt: new Date() }
      : inTime(fresh(clients, `group members ${accountId}`, () => membersOf(clients, ids), refresh)),
    account?.subscription_id && ids.length > 0 ? inTime(listRoles(clients, account.subscription_id)) : undefined,
  ])
  return { members, roles: roles?.value ?? [] }
}

async function membersOf(clients: Clients, ids: string[]): Promise<Map<string, GroupMembers>> {
  const found = await clients.graph.membersOfGroups(ids)
  return new Map(ids.flatMap((id, index) => (found[index] ? [[id, found[index]] as const] : [])))
}

/** Somebody came or went: whoever asks next is told anew. */
export function forgetMembers(clients: Clients, accountId: string): void {
  forget(clients, `group members ${accountId}`)
}

/** The answer, or nothing when it fails or takes long: it must not hold the rest up. */
async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs)
  })
  try {
    return await Promise.race([answer.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
