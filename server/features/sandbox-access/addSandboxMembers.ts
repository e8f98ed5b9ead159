import { Type } from 'typebox'
import { inOrder } from '../../http/list.ts'
import { operation, reply } from '../../http/operation.ts'
import { stepUpAsAdministrator } from '../../http/stepUp.ts'
import { requireState } from '../accounts/changeAccount.ts'
import { admit, lookUpWished } from './admit.ts'
import { presentAssignment, selectAssignments } from './assignments.ts'
import { homeFacts, lockGroup } from './groups.ts'
import { mayBeHad, whoAddsMembers } from './policy.ts'
import { mostMembersAtOnce, NewSandboxMembers, SandboxGroupId, UserSandboxGroupAssignment } from './schemas.ts'

export const addSandboxMembers = operation({
  id: 'addSandboxMembers',
  method: 'POST',
  path: '/sandbox-access/groups/{groupId}/members',
  tag: 'sandbox-access',
  summary: 'Let several people into a group of a sandbox: all of them, or nobody',
  description: `For the owners of the sandbox and administrators, never for themselves, from any of their accounts. At most ${mostMembersAtOnce}; where one of them cannot be let in nobody is, and \`errors\` names each of those with the reason, by its place in the list.`,
  access: 'owner',
  stepUp: stepUpAsAdministrator,
  params: SandboxGroupId,
  body: NewSandboxMembers,
  answers: { 201: Type.Array(UserSandboxGroupAssignment) },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  prepare: (preparation) => lookUpWished(preparation, preparation.params.groupId, preparation.body.members),
  async handler(call, found) {
    const { db, actor, params, body, now, allow, audit, changed } = call
    audit({ subject: { kind: 'accessGroup', id: params.groupId } })
    const group = await lockGroup(db, actor, params.groupId)
    allow(whoAddsMembers(actor, group))
    requireState(mayBeHad(homeFacts(group), group.status))
    const ids = await admit(call, {
      group,
      wishes: body.members,
      field: (index, part) => `members.${index}.${part}`,
      reason: body.reason?.trim(),
      found,
    })
    audit({ subject: { kind: 'accessGroup', id: group.id }, after: { sandbox: group.sandbox_id, ...body } })
    await changed('sandbox', group.sandbox_id!)
    await changed('groupAssignment', ids[0]!)
    const rows = await selectAssignments(db, actor).where('m.id', 'in', ids).execute()
    return reply(
      201,
      inOrder(ids, rows).map((row) => presentAssignment(actor, row, now())),
    )
  },
})
