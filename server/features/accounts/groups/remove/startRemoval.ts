import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import type { GroupRole } from '../../../../db/tables.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import { type OwningResource, owningResource } from '../../accounts/owningResource.ts'
import { transitionGroup } from '../create/input.ts'
import { endGroupAccess } from './endGroupAccess.ts'
import type { RemoveGroupInput } from './input.ts'
import { removeAccessGroup } from './removeAccessGroup.ts'

interface Group {
  id: string
  account_id: string | null
  sandbox_id: string | null
  name: string
  directory_group_id: string | null
  assignment: 'active' | 'eligible'
  roles: GroupRole[]
}

export async function startRemoval(
  { db, jobs }: { db: Db; jobs: Jobs },
  group: Group,
  removedBy: string | null,
  now: Date,
): Promise<{ jobId: string; requests: number; assignments: number }> {
  await transitionGroup(db, group.id, ['ready', 'failed'], 'deleting', now)
  const endedAccess = await endGroupAccess(db, group, now)
  if (removedBy === null)
    await recordSystemEvent(db, {
      action: 'accessGroupDeletionStarted',
      subject: { kind: 'accessGroup', id: group.id },
      after: { status: 'deleting', name: group.name, home: owningResource(group), ...endedAccess },
      reason: 'Its account or sandbox is being deleted.',
    })
  const input: RemoveGroupInput = {
    groupId: group.id,
    home: owningResource(group),
    name: group.name,
    directoryGroupId: group.directory_group_id,
    assignment: group.assignment,
    roles: group.roles,
    removedBy,
  }
  const jobId = (await startRun({ db, jobs }, removeAccessGroup, { kind: 'accessGroup', id: group.id }, { ...input }))!
  return { jobId, ...endedAccess }
}

export async function removeGroupsOf(
  context: { db: Db; jobs: Jobs },
  resource: OwningResource,
  removedBy: string | null,
  now: Date,
): Promise<void> {
  const groups = await context.db
    .selectFrom('access_groups')
    .selectAll()
    .where(resource.kind === 'account' ? 'account_id' : 'sandbox_id', '=', resource.id)
    .where('status', 'in', ['ready', 'failed'])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const group of groups) await startRemoval(context, group, removedBy, now)
}
