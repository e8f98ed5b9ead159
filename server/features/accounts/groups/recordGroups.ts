import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../db/database.ts'
import type { GroupRole } from '../../../db/tables.ts'

export interface CreatedAccessGroup {
  directoryGroupId: string
  name: string
  description: string
  roles: GroupRole[]
  assignment: 'active' | 'eligible'
}

/** Records the groups that were created with their account. The function is idempotent. */
export async function recordGroups(db: Db, accountId: string, createdBy: string, groups: CreatedAccessGroup[], now: Date): Promise<void> {
  if (groups.length === 0) return
  await db
    .insertInto('access_groups')
    .values(
      groups.map((group) => ({
        id: uuidv7(),
        account_id: accountId,
        directory_group_id: group.directoryGroupId.toLowerCase(),
        name: group.name,
        description: group.description,
        roles: JSON.stringify(group.roles),
        assignment: group.assignment,
        requestable: true,
        max_duration_hours: null,
        status: 'ready' as const,
        created_by: createdBy,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
