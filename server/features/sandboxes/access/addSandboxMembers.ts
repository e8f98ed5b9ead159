import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { addManyMembers } from './addManyMembers.ts'
import { findInvitedPeople } from './addMembers.ts'
import { maxMembersAtOnce, NewSandboxMembers, SandboxGroupId, UserSandboxGroupAssignment } from './schemas.ts'

export const addSandboxMembers = operation({
  id: 'addSandboxMembers',
  method: 'POST',
  path: '/sandbox-access/groups/{groupId}/members',
  tag: 'sandbox-access',
  summary: 'Add several members to a sandbox group, all or none',
  description: `For administrators; owners use \`inviteSandboxMembers\`. You can’t add yourself, from any of your user accounts. At most ${maxMembersAtOnce} people. If a person can’t be added, none is added, and \`errors\` lists each failed person with the reason, by index.`,
  access: 'admin',
  stepUp: 'privileged',
  params: SandboxGroupId,
  body: NewSandboxMembers,
  answers: { 201: Type.Array(UserSandboxGroupAssignment) },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  prepare: (preparation) => findInvitedPeople(preparation, preparation.params.groupId, preparation.body.members),
  handler: async (call, found) => reply(201, await addManyMembers(call, { groupId: call.params.groupId, ...call.body, found })),
})
