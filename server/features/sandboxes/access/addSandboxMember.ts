import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { addMembers, findInvitedPeople } from './addMembers.ts'
import { presentAssignment, readAssignmentRow } from './assignments.ts'
import { homeFacts, lockGroup } from './groups.ts'
import { canBeRequested } from './policy.ts'
import { NewSandboxMember, SandboxGroupId, UserSandboxGroupAssignment } from './schemas.ts'

export const addSandboxMember = operation({
  id: 'addSandboxMember',
  method: 'POST',
  path: '/sandbox-access/groups/{groupId}/member',
  tag: 'sandbox-access',
  summary: 'Add a member to a sandbox group',
  description:
    'For administrators, never for themselves, from any of their accounts; owners use `inviteSandboxMembers`. Until `endsAt`, or until the sandbox ends.',
  access: 'admin',
  stepUp: 'privileged',
  params: SandboxGroupId,
  body: NewSandboxMember,
  answers: { 201: UserSandboxGroupAssignment },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  prepare: (preparation) => findInvitedPeople(preparation, preparation.params.groupId, [preparation.body]),
  async handler(call, found) {
    const { db, actor, params, body, now, audit, changed } = call
    audit({ subject: { kind: 'accessGroup', id: params.groupId } })
    const group = await lockGroup(db, actor, params.groupId)
    requireState(canBeRequested(homeFacts(group), group.status))
    const [id] = await addMembers(call, { group, wishes: [body], field: (_, part) => part, reason: body.reason?.trim(), found })
    audit({ subject: { kind: 'groupAssignment', id: id! }, after: { sandbox: group.sandbox_id, group: group.name, ...body } })
    await changed('sandbox', group.sandbox_id!)
    await changed('groupAssignment', id!)
    const added = presentAssignment(actor, await readAssignmentRow(db, actor, id!), now())
    return reply(201, added, { location: `/sandbox-access/access/${id}` })
  },
})
