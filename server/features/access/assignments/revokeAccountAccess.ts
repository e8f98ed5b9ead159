import { operation, reply } from '../../../http/operation.ts'
import { assignmentCan, canEndAssignment } from '../../accounts/groups/assignmentPolicy.ts'
import { assignmentFacts, loadAssignmentRow, lockAssignment, membershipIdOf, presentAssignment } from './assignments.ts'
import { startRevoke } from './end/startRevoke.ts'
import { waitUntilRevoked } from './end/waitUntilRevoked.ts'
import { AccessId, UserGroupAssignment } from './schemas.ts'

export const revokeAccountAccess = operation({
  id: 'revokeAccountAccess',
  method: 'DELETE',
  path: '/account-access/{id}',
  tag: 'account-access',
  summary: 'Revoke access to a group',
  description:
    'Allowed for the member, owners of the account and administrators. Returns 200 when the directory confirms the change, or 202 if that takes longer. Access that the person also has through another grant stays. Repeating the call returns the ended assignment.',
  access: 'owner',
  params: AccessId,
  responses: { 200: UserGroupAssignment, 202: UserGroupAssignment },
  errors: ['notFound', 'versionMismatch'],
  async handler({ db, jobs, actor, params, now, allow, ifMatch, audit, changed }) {
    const subject = { kind: 'groupAssignment', id: await membershipIdOf(db, actor, params.id) }
    audit({ subject })
    const row = await lockAssignment(db, actor, subject.id)
    const facts = assignmentFacts(row)
    allow(canEndAssignment(actor, facts))
    if (assignmentCan(actor, facts).end === true) {
      ifMatch(row.version)
      const revokedBy = { id: actor.id, displayName: actor.displayName }
      await startRevoke({ db, jobs }, { assignmentIds: [row.id], as: 'revoked', now: now(), by: revokedBy })
      audit({ subject, before: { status: row.status, endsAt: row.ends_at }, after: { status: 'revoked' } })
      await changed('groupAssignment', row.id)
    }
    const endedAssignment = presentAssignment(actor, await loadAssignmentRow(db, actor, row.id), now())
    return endedAssignment.status === 'revoking'
      ? reply(202, endedAssignment, { location: `/account-access/${row.id}` })
      : reply(200, endedAssignment)
  },
  async afterCommit({ db, actor, now }, response) {
    const { id } = response.body
    if (response.status === 202 && (await waitUntilRevoked(db, id)))
      return reply(200, presentAssignment(actor, await loadAssignmentRow(db, actor, id), now()))
    return response
  },
})
