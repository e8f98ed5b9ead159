import { Type } from 'typebox'
import { updateRow } from '../../../db/rows.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { notify } from '../../../notifications/notify.ts'
import { canLiftMaximum, extendsOwnAccess } from '../../accounts/groups/assignmentPolicy.ts'
import { assignmentFacts, loadAssignmentRow, lockAssignment, presentAssignment } from './assignments.ts'
import { AssignmentId, ReasonSchema, UserGroupAssignment } from './schemas.ts'

export const liftMaximumDuration = operation({
  id: 'liftMaximumDuration',
  method: 'POST',
  path: '/account-access/{id}/lift-maximum-stay',
  tag: 'account-access',
  summary: 'Lift the maximum duration of a group for one assignment',
  description:
    'Administrators can’t do this for themselves, even with another user account. The end date doesn’t change, but can then be changed or removed. The limit applies again to the person’s later assignments.',
  access: 'admin',
  stepUp: 'privileged',
  params: AssignmentId,
  body: Type.Object({ reason: ReasonSchema }, { additionalProperties: false }),
  responses: { 200: UserGroupAssignment },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, params, body, now, allow, ifMatch, audit, changed }) {
    const subject = { kind: 'groupAssignment', id: params.id }
    audit({ subject })
    const row = await lockAssignment(db, actor, params.id)
    allow(row.own ? extendsOwnAccess : true)
    ifMatch(row.version)
    requireState(canLiftMaximum(actor, assignmentFacts(row)))
    const reason = body.reason.trim()
    await updateRow(db, 'group_assignments', row.id, {
      maximum_lifted_by: actor.id,
      maximum_lifted_at: now(),
      maximum_lift_reason: reason,
      updated_at: now(),
    })
    audit({ subject, before: { maxDurationHours: row.max_duration_hours }, after: { maxDurationHours: null, reason } })
    const readers = new Set([row.person_id, ...row.owner_ids])
    readers.delete(actor.id)
    await notify(db, [...readers], {
      kind: 'accessChanged',
      subjectKind: 'accountAccess',
      subjectId: row.account_id,
      title: `Maximum duration of ${row.group_name} lifted for ${row.person.displayName}`,
      body: `${actor.displayName} lifted it in ${row.account_name}: ${reason}`,
      key: `maximumLifted:${row.id}:${row.version}`,
    })
    await changed('account', row.account_id)
    await changed('groupAssignment', row.id)
    return presentAssignment(actor, await loadAssignmentRow(db, actor, row.id), now())
  },
})
