import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { readAccount } from '../../accounts/accounts/queries.ts'
import type { GroupsOutside } from '../../accounts/groups/directory.ts'
import { readGroup } from '../../accounts/groups/queries.ts'
import { readConflicts } from './conflicts.ts'
import { requireAnyGroup } from './queries.ts'
import type { WholeAccessGroup } from './schemas.ts'

/** Reads a group in any account with all its details. @throws notFound */
export async function readWholeGroup(
  db: Db,
  actor: Person,
  { id }: { id: string },
  directoryGroups: GroupsOutside,
): Promise<WholeAccessGroup> {
  const row = await requireAnyGroup(db, actor, { id })
  const account = await readAccount(db, actor, row.account_id)
  const [group, conflicts] = await Promise.all([readGroup(db, actor, account, id, directoryGroups), readConflicts(db, actor, row)])
  return {
    ...group,
    directoryGroupId: row.directory_group_id,
    account: { id: account.id, name: account.name, environment: account.environment },
    tower: account.tower,
    family: account.family,
    lets: row.lets,
    breadth: row.breadth,
    owners: account.owners,
    conflicts,
    updatedAt: row.updated_at.toISOString(),
  }
}
