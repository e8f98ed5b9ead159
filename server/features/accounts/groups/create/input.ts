import { sql } from 'kysely'
import type { Clients } from '../../../../clients/clients.ts'
import type { Db } from '../../../../db/database.ts'
import type { GroupRole } from '../../../../db/tables.ts'
import { NonRetryableError } from '../../../../workflows/workflow.ts'
import type { OwningResource } from '../../accounts/owningResource.ts'

/** The input is a snapshot, so that later changes don't affect the run. */
export interface NewGroupInput {
  groupId: string
  home: OwningResource
  homeName: string
  name: string
  description: string
  assignment: 'active' | 'eligible'
  roles: GroupRole[]
  createdBy: string
}

/**
 * Returns the group's directory ID, or null before the group exists.
 * @throws NonRetryableError if the group is being deleted
 */
export async function loadDirectoryId(db: Db, groupId: string): Promise<string | null> {
  const group = await db
    .selectFrom('access_groups')
    .select(['status', 'directory_group_id'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow()
  if (group.status === 'creating' || group.status === 'failed') return group.directory_group_id
  throw new NonRetryableError('noLongerWanted', 'The group was deleted or is being deleted, so this run stopped.')
}

/** @throws NonRetryableError if an earlier step has not created the group */
export async function createdGroup(db: Db, groupId: string): Promise<string> {
  const id = await loadDirectoryId(db, groupId)
  if (!id) throw new NonRetryableError('missingOutput', 'The directory group doesn’t exist yet. Retry the first step.')
  return id
}

export async function fetchAssignedRoles(
  { arm }: Clients,
  { assignment, roles }: Pick<NewGroupInput, 'assignment' | 'roles'>,
  directoryGroupId: string,
): Promise<GroupRole[]> {
  const scopes = [...new Set(roles.map(({ scope }) => scope))]
  const assignedRoles = await Promise.all(
    scopes.map((scope) => {
      const principal = { principalId: directoryGroupId }
      return assignment === 'active' ? arm.listRoleAssignments(scope, principal) : arm.listRoleEligibility(scope, principal)
    }),
  )
  const ids = new Set(assignedRoles.flat().map(({ properties }) => properties.roleDefinitionId.toLowerCase().split('/').at(-1)!))
  return roles.filter(({ roleDefinitionId }) => ids.has(roleDefinitionId))
}

export async function transitionGroup(
  db: Db,
  groupId: string,
  from: ('creating' | 'ready' | 'failed' | 'deleting')[],
  to: 'ready' | 'failed' | 'deleting' | 'deleted',
  now: Date,
): Promise<boolean> {
  const movedRow = await db
    .updateTable('access_groups')
    .set({ status: to, version: sql`version + 1`, updated_at: now })
    .where('id', '=', groupId)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return movedRow !== undefined
}
