import { operation, reply } from '../../../http/operation.ts'
import { assignmentCan, whoEnds } from '../../accounts/groups/assignmentPolicy.ts'
import { assignmentFacts, lockAssignment, membershipIdOf, presentAssignment, readAssignmentRow } from './assignments.ts'
import { startRevoke } from './end/startRevoke.ts'
import { untilRevoked } from './end/untilRevoked.ts'
import { AccessId, UserGroupAssignment } from './schemas.ts'

export const revokeAccountAccess = operation({
  id: 'revokeAccountAccess',
  method: 'DELETE',
  path: '/account-access/{id}',
  tag: 'account-access',
  summary: 'End somebody’s time in an access group',
  description:
    'By whoever has it, an owner of the account or an administrator. 200 once the directory has confirmed it; 202 where it needs longer. A membership that another grant justifies stays. What has ended already is answered as it is.',
  access: 'owner',
  params: AccessId,
  answers: { 200: UserGroupAssignment, 202: UserGroupAssignment },
  errors: ['notFound', 'versionMismatch'],
  async handler({ db, jobs, actor, params, now, allow, ifMatch, audit, changed }) {
    const subject = { kind: 'groupAssignment', id: await membershipIdOf(db, actor, params.id) }
    audit({ subject })
    const row = await lockAssignment(db, actor, subject.id)
    const facts = assignmentFacts(row)
    allow(whoEnds(actor, facts))
    if (assignmentCan(actor, facts).end === true) {
      ifMatch(row.version)
      const by = { id: actor.id, displayName: actor.displayName }
      await startRevoke({ db, jobs }, { assignmentIds: [row.id], as: 'revoked', now: now(), by })
      audit({ subject, before: { status: row.status, endsAt: row.ends_at }, after: { status: 'revoked' } })
      await changed('groupAssignment', row.id)
    }
    const ended = presentAssignment(actor, await readAssignmentRow(db, actor, row.id), now())
    return ended.status === 'revoking' ? reply(202, ended, { location: `/account-access/${row.id}` }) : reply(200, ended)
  },
  async committed({ db, actor, now }, answer) {
    const { id } = answer.body
    if (answer.status === 202 && (await untilRevoked(db, id)))
      return reply(200, presentAssignment(actor, await readAssignmentRow(db, actor, id), now()))
    return answer
  },
})
