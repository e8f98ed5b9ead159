import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { fetchGroupMembers, ownFacts, ownMembership } from '../../access/assignments/membership.ts'
import { requireDuration } from '../../access/assignments/requireDuration.ts'
import { NewAccessRequest } from '../../access/assignments/schemas.ts'
import { submitAccessRequest } from '../../access/assignments/submitAccessRequest.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { lockGroup, sandboxAccessFacts } from './groups.ts'
import { canRequest } from './policy.ts'
import { accessFacts, loadSandboxAccessRequest } from './requests.ts'
import { SandboxAccessRequest } from './schemas.ts'
import { sandboxAccessRequestSubject } from './subject.ts'

export const createSandboxAccessRequest = operation({
  id: 'createSandboxAccessRequest',
  method: 'POST',
  path: '/sandboxes/{id}/accessRequests',
  tag: 'sandboxes',
  summary: 'Request access to a sandbox group',
  description:
    'The sandbox’s owners decide, never the requester. The duration starts when access is granted, and access ends with the sandbox at the latest. If you already have time-limited access, the call requests an extension.',
  access: 'signedIn',
  params: SandboxId,
  body: NewAccessRequest,
  responses: { 201: SandboxAccessRequest },
  errors: ['notFound', 'wrongState', 'conflict'],
  prepare: (preparation) => fetchGroupMembers(preparation, preparation.body.groupId, preparation.actor.id),
  async handler(call, { memberAlready }) {
    const { db, actor, params, body, now, audit, changed } = call
    audit({ subject: { kind: 'sandbox', id: params.id } })
    const group = await lockGroup(db, actor, body.groupId, params.id)
    const ownGrants = await ownFacts(db, group.id, actor.id)
    requireState(canRequest(sandboxAccessFacts(group), group.status, ownMembership(ownGrants, memberAlready)))
    requireDuration(group.max_duration_hours, body.durationHours)
    const requestedAccess = { roles: group.roles, durationHours: body.durationHours, extends: ownGrants.extends?.id ?? null }
    const facts = await accessFacts(db, { id: group.sandbox_id!, towerId: group.tower_id }, requestedAccess)
    const id = await submitAccessRequest(call, sandboxAccessRequestSubject, { group, own: ownGrants, conflicts: [], facts })
    await changed('sandbox', params.id)
    return reply(201, await loadSandboxAccessRequest(db, actor, id, now()), { location: `/sandbox-access/requests/${id}` })
  },
})
