import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { fetchGroupMembers, ownFacts, ownMembership } from '../../access/assignments/membership.ts'
import { previewAccess } from '../../access/assignments/previewAccess.ts'
import { AccessRequestCheck } from '../../access/assignments/schemas.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { requireGroup, sandboxAccessFacts } from './groups.ts'
import { canRequest } from './policy.ts'
import { accessFacts } from './requests.ts'

const { conflicts: _conflicts, ...check } = AccessRequestCheck.properties

export const checkSandboxAccessRequest = operation({
  id: 'checkSandboxAccessRequest',
  method: 'POST',
  path: '/sandboxes/{id}/accessRequests/check',
  tag: 'sandboxes',
  summary: 'Check whether you can request access to a sandbox group, and who decides',
  access: 'signedIn',
  params: SandboxId,
  body: Type.Object({ groupId: Uuid }, { additionalProperties: false }),
  readOnly: true,
  responses: { 200: Type.Object(check) },
  errors: ['notFound', 'conflict'],
  prepare: (preparation) => fetchGroupMembers(preparation, preparation.body.groupId, preparation.actor.id),
  async handler({ db, actor, params, body, now }, { memberAlready }) {
    const group = await requireGroup(db, actor, { id: body.groupId })
    if (group.sandbox_id !== params.id) throw new Failure('notFound', 'This group doesn’t exist in this sandbox.')
    const ownGrants = await ownFacts(db, group.id, actor.id)
    const verdict = canRequest(sandboxAccessFacts(group), group.status, ownMembership(ownGrants, memberAlready))
    const until = ownGrants.extends?.endsAt.toISOString() ?? null
    const requestedAccess = { roles: group.roles, durationHours: group.max_duration_hours, extends: until }
    const facts = await accessFacts(db, { id: group.sandbox_id!, towerId: group.tower_id }, requestedAccess)
    const preview = await previewAccess(db, actor, facts, now())
    return { problem: verdict === true ? null : verdict, extends: until, ...preview }
  },
})
