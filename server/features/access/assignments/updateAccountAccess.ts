import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { notify } from '../../../notifications/notify.ts'
import { assignmentCan, canEndAt, isWithinMaximum } from '../../accounts/groups/assignmentPolicy.ts'
import { accessTitles } from './accessLabels.ts'
import { assignmentFacts, loadAssignmentRow, lockAssignment, membershipIdOf, presentAssignment } from './assignments.ts'
import { requireFuture } from './requireFuture.ts'
import { AccessId, EndsAt, UserGroupAssignment } from './schemas.ts'
import { setEnd, stepUpForEnd } from './setEnd.ts'

export const updateAccountAccess = operation({
  id: 'updateAccountAccess',
  method: 'PATCH',
  path: '/account-access/{id}',
  tag: 'account-access',
  summary: 'Change the end date of an assignment',
  description:
    'Owners of the account and administrators can set an end date within the group’s maximum duration, counted from now. Null removes the end date if the group has no maximum duration, or if an administrator lifted it (`liftMaximumDuration`). Members can only choose an earlier date; to keep access for longer, they request an extension.',
  access: 'owner',
  stepUp: 'byRow',
  params: AccessId,
  body: Type.Object({ endsAt: EndsAt }, { additionalProperties: false }),
  responses: { 200: UserGroupAssignment },
  errors: ['notFound', 'wrongState', 'maximumDuration', 'versionMismatch'],
  async handler({ db, actor, params, body, now, allow, requireStepUp, ifMatch, audit, changed }) {
    const subject = { kind: 'groupAssignment', id: await membershipIdOf(db, actor, params.id) }
    audit({ subject })
    const row = await lockAssignment(db, actor, subject.id)
    const facts = assignmentFacts(row)
    const endsAt = body.endsAt === null ? null : new Date(body.endsAt)
    allow(canEndAt(actor, facts, endsAt, now()))
    await requireStepUp(stepUpForEnd(actor, row, endsAt))
    ifMatch(row.version)
    requireState(assignmentCan(actor, facts).changeEnd)
    const isWithin = isWithinMaximum(facts, endsAt, now())
    if (isWithin !== true) throw new Failure('maximumDuration', isWithin, { errors: [{ field: 'endsAt', message: isWithin }] })
    requireFuture('endsAt', endsAt, row.starts_at > now() ? row.starts_at : now())
    await setEnd(db, row.id, { endsAt, by: actor.id, now: now() })
    audit({ subject, before: { endsAt: row.ends_at }, after: { endsAt } })
    if (row.person_id !== actor.id)
      await notify(db, [row.person_id], {
        kind: 'accessChanged',
        subjectKind: 'accountAccess',
        subjectId: row.account_id,
        title: accessTitles[endsAt ? 'endChanged' : 'permanent'](row.group_name),
        body: `Changed by ${actor.displayName}. See ${row.account_name} for the new end date.`,
        key: `endChanged:${row.id}:${row.version}`,
      })
    await changed('account', row.account_id)
    await changed('groupAssignment', row.id)
    return presentAssignment(actor, await loadAssignmentRow(db, actor, row.id), now())
  },
})
