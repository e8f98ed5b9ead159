import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { startRevoke } from '../../access/assignments/end/startRevoke.ts'
import { waitUntilRevoked } from '../../access/assignments/end/waitUntilRevoked.ts'
import { AssignmentId } from '../../access/assignments/schemas.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { grantFacts, loadAssignmentRow, lockAssignment, presentAssignment } from './assignments.ts'
import { canEndAssignment, grantCan } from './policy.ts'
import { UserSandboxGroupAssignment } from './schemas.ts'

export const revokeSandboxAccess = operation({
  id: 'revokeSandboxAccess',
  method: 'DELETE',
  path: '/sandbox-access/access/{id}',
  tag: 'sandbox-access',
  summary: 'Revoke access to a sandbox group',
  description:
    'Allowed for the member, owners of the sandbox and administrators. Returns 200 when the directory confirms the change, or 202 if that takes longer. Owners keep their owner access. Repeating the call returns the ended assignment.',
  access: 'owner',
  params: AssignmentId,
  responses: { 200: UserSandboxGroupAssignment, 202: UserSandboxGroupAssignment },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, jobs, actor, params, now, allow, ifMatch, audit, changed }) {
    const subject = { kind: 'groupAssignment', id: params.id }
    audit({ subject })
    const row = await lockAssignment(db, actor, params.id)
    const facts = grantFacts(row)
    allow(canEndAssignment(actor, facts))
    const isLive = row.status === 'scheduled' || row.status === 'granting' || row.status === 'active'
    if (isLive) {
      ifMatch(row.version)
      requireState(grantCan(actor, facts).end)
      const revokedBy = { id: actor.id, displayName: actor.displayName }
      await startRevoke({ db, jobs }, { assignmentIds: [row.id], as: 'revoked', now: now(), by: revokedBy })
      audit({ subject, before: { status: row.status, endsAt: row.ends_at }, after: { status: 'revoked' } })
      const endingText = row.person_id === actor.id ? 'left' : `removed ${row.person.displayName} from`
      const text = `${actor.displayName} ${endingText} ${row.group_name}`
      await recordEvent(db, { sandboxId: row.sandbox_id!, kind: 'memberOut', text, personId: actor.id, key: `ended:${row.id}`, now: now() })
      await changed('sandbox', row.sandbox_id!)
      await changed('groupAssignment', row.id)
    }
    const endedAssignment = presentAssignment(actor, await loadAssignmentRow(db, actor, row.id), now())
    return endedAssignment.status === 'revoking'
      ? reply(202, endedAssignment, { location: `/sandbox-access/access/${row.id}` })
      : reply(200, endedAssignment)
  },
  async afterCommit({ db, actor, now }, response) {
    const { id } = response.body
    if (response.status === 202 && (await waitUntilRevoked(db, id)))
      return reply(200, presentAssignment(actor, await loadAssignmentRow(db, actor, id), now()))
    return response
  },
})
