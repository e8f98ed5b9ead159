import { sortByIds } from '../../../http/list.ts'
import type { Call } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { addMembers, type Invitation } from './addMembers.ts'
import { presentAssignment, selectAssignments } from './assignments.ts'
import { lockGroup, sandboxAccessFacts } from './groups.ts'
import { canAddMembers, canBeRequested } from './policy.ts'
import type { UserSandboxGroupAssignment } from './schemas.ts'

interface GroupInvitation {
  groupId: string
  sandboxId?: string
  members: Invitation[]
  reason?: string
  found: Parameters<typeof addMembers>[1]['found']
}
type ServiceContext = Omit<Call<unknown, unknown, unknown>, 'params' | 'query' | 'body' | 'headers'>

export async function addManyMembers(
  call: ServiceContext,
  { groupId, sandboxId, members, reason, found }: GroupInvitation,
): Promise<UserSandboxGroupAssignment[]> {
  const { db, actor, now, allow, audit, changed } = call
  audit({ subject: { kind: 'accessGroup', id: groupId } })
  const group = await lockGroup(db, actor, groupId, sandboxId)
  allow(canAddMembers(actor, group))
  requireState(canBeRequested(sandboxAccessFacts(group), group.status))
  const field = (index: number, fieldName: string) => `members.${index}.${fieldName}`
  const ids = await addMembers(call, { group, requestedMembers: members, field, reason: reason?.trim(), found })
  audit({ subject: { kind: 'accessGroup', id: group.id }, after: { sandbox: group.sandbox_id, members, ...(reason ? { reason } : {}) } })
  await changed('sandbox', group.sandbox_id!)
  await changed('groupAssignment', ids[0]!)
  const rows = await selectAssignments(db, actor).where('m.id', 'in', ids).execute()
  return sortByIds(ids, rows).map((row) => presentAssignment(actor, row, now()))
}
