import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { stepUpAsAdministrator } from '../../../http/stepUp.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { lookUpWished } from './admit.ts'
import { admitMany } from './admitMany.ts'
import { mostMembersAtOnce, SandboxInvitation, UserSandboxGroupAssignment } from './schemas.ts'

export const inviteSandboxMembers = operation({
  id: 'inviteSandboxMembers',
  method: 'POST',
  path: '/sandboxes/{id}/members',
  tag: 'sandboxes',
  summary: 'Invite people to one of the groups of a sandbox: all of them or none',
  description: `For the owners of the sandbox and administrators, never for themselves, from any of their accounts. At most ${mostMembersAtOnce}; where one of them cannot be added nobody is, and \`errors\` names each of those with the reason, by its place in the list.`,
  access: 'owner',
  stepUp: stepUpAsAdministrator,
  params: SandboxId,
  body: SandboxInvitation,
  answers: { 201: Type.Array(UserSandboxGroupAssignment) },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  prepare: (preparation) => lookUpWished(preparation, preparation.body.groupId, preparation.body.members),
  handler: async (call, found) => reply(201, await admitMany(call, { sandboxId: call.params.id, ...call.body, found })),
})
