import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { addMembers, findInvitedPeople } from './addMembers.ts'
import { loadAssignmentRow, presentAssignment } from './assignments.ts'
import { lockGroup, sandboxAccessFacts } from './groups.ts'
import { canBeRequested } from './policy.ts'
import { NewSandboxMember, SandboxGroupId, UserSandboxGroupAssignment } from './schemas.ts'

export const addSandboxMember = operation({
  id: 'addSandboxMember',
  method: 'POST',
  path: '/sandbox-access/groups/{groupId}/member',
  tag: 'sandbox-access',
  summary: 'Add a member to a sandbox group',
  description:
    'Allowed for administrators, but they can’t add themselves, even with another user account. Owners use `inviteSandboxMembers`. Access lasts until `endsAt`, or until the sandbox ends.',
  access: 'admin',
  stepUp: 'privileged',
  params: SandboxGroupId,
  body: NewSandboxMember,
  responses: { 201: UserSandboxGroupAssignment },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  prepare: (preparation) => findInvitedPeople(preparation, preparation.params.groupId, [preparation.body]),
  async handler(call, foundPeople) {
    const { db, actor, params, body, now, audit, changed } = call
    audit({ subject: { kind: 'accessGroup', id: params.groupId } })
    const group = await lockGroup(db, actor, params.groupId)
    requireState(canBeRequested(sandboxAccessFacts(group), group.status))
    const [id] = await addMembers(call, {
      group,
      requestedMembers: [body],
      field: (_, fieldName) => fieldName,
      reason: body.reason?.trim(),
      found: foundPeople,
    })
    audit({ subject: { kind: 'groupAssignment', id: id! }, after: { sandbox: group.sandbox_id, group: group.name, ...body } })
    await changed('sandbox', group.sandbox_id!)
    await changed('groupAssignment', id!)
    const newAssignment = presentAssignment(actor, await loadAssignmentRow(db, actor, id!), now())
    return reply(201, newAssignment, { location: `/sandbox-access/access/${id}` })
  },
})
