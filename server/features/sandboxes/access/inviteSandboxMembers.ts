import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { stepUpAsAdministrator } from '../../../http/stepUp.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { addManyMembers } from './addManyMembers.ts'
import { findInvitedPeople } from './addMembers.ts'
import { maxMembersPerCall, SandboxInvitation, UserSandboxGroupAssignment } from './schemas.ts'

export const inviteSandboxMembers = operation({
  id: 'inviteSandboxMembers',
  method: 'POST',
  path: '/sandboxes/{id}/members',
  tag: 'sandboxes',
  summary: 'Invite people to a sandbox group, all or none',
  description: `Add at most ${maxMembersPerCall} people. You can’t add yourself, even with another of your user accounts. If a person can’t be added, no person is added, and \`errors\` lists each such person with the reason, by index. Allowed for owners of the sandbox and administrators.`,
  access: 'owner',
  stepUp: stepUpAsAdministrator,
  params: SandboxId,
  body: SandboxInvitation,
  responses: { 201: Type.Array(UserSandboxGroupAssignment) },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  prepare: (preparation) => findInvitedPeople(preparation, preparation.body.groupId, preparation.body.members),
  handler: async (call, foundPeople) =>
    reply(201, await addManyMembers(call, { sandboxId: call.params.id, ...call.body, found: foundPeople })),
})
