import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import type { DirectoryGroups } from '../../accounts/groups/directory.ts'
import { loadGroup } from '../../accounts/groups/queries.ts'
import { loadConflicts } from './conflicts.ts'
import { requireAnyGroup } from './queries.ts'
import type { AccessGroupDetail } from './schemas.ts'

/** @throws notFound */
export async function loadGroupDetail(
  db: Db,
  actor: Person,
  { id }: { id: string },
  directoryGroups: DirectoryGroups,
): Promise<AccessGroupDetail> {
  const row = await requireAnyGroup(db, actor, { id })
  const account = await loadAccount(db, actor, row.account_id)
  const [group, conflicts] = await Promise.all([loadGroup(db, actor, account, id, directoryGroups), loadConflicts(db, actor, row)])
  return {
    ...group,
    directoryGroupId: row.directory_group_id,
    account: { id: account.id, name: account.name, environment: account.environment },
    tower: account.tower,
    family: account.family,
    allowedActions: row.allowed_actions,
    breadth: row.breadth,
    owners: account.owners,
    conflicts,
    updatedAt: row.updated_at.toISOString(),
  }
}
