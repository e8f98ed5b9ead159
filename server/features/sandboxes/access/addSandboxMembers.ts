import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { addManyMembers } from './addManyMembers.ts'
import { findInvitedPeople } from './addMembers.ts'
import { maxMembersPerCall, NewSandboxMembers, SandboxGroupId, UserSandboxGroupAssignment } from './schemas.ts'

export const addSandboxMembers = operation({
  id: 'addSandboxMembers',
  method: 'POST',
  path: '/sandbox-access/groups/{groupId}/members',
  tag: 'sandbox-access',
  summary: 'Add several members to a sandbox group, all or none',
  description: `Add at most ${maxMembersPerCall} people. You can’t add yourself, even with another of your user accounts. If a person can’t be added, no person is added, and \`errors\` lists each such person with the reason, by index. Allowed for administrators; owners use \`inviteSandboxMembers\`.`,
  access: 'admin',
  stepUp: 'privileged',
  params: SandboxGroupId,
  body: NewSandboxMembers,
  responses: { 201: Type.Array(UserSandboxGroupAssignment) },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  prepare: (preparation) => findInvitedPeople(preparation, preparation.params.groupId, preparation.body.members),
  handler: async (call, foundPeople) =>
    reply(201, await addManyMembers(call, { groupId: call.params.groupId, ...call.body, found: foundPeople })),
})
