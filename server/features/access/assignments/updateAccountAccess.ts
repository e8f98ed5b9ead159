import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { notify } from '../../../notifications/notify.ts'
import { assignmentCan, isWithinMaximum, mayEndAt } from '../../accounts/groups/assignmentPolicy.ts'
import { assignmentFacts, lockAssignment, membershipIdOf, presentAssignment, readAssignmentRow } from './assignments.ts'
import { nextReminder } from './reminders.ts'
import { requireFuture } from './requireFuture.ts'
import { AccessId, EndsAt, UserGroupAssignment } from './schemas.ts'

export const updateAccountAccess = operation({
  id: 'updateAccountAccess',
  method: 'PATCH',
  path: '/account-access/{id}',
  tag: 'account-access',
  summary: 'Change when somebody’s time in an access group ends',
  description:
    'Owners of the account and administrators move the end within the maximum stay of the group, counted from now; null removes it where there is no maximum, or where an administrator lifted it (`liftMaximumStay`). The member can only bring the end forward; to stay longer, they request an extension.',
  access: 'owner',
  stepUp: 'byRow',
  params: AccessId,
  body: Type.Object({ endsAt: EndsAt }, { additionalProperties: false }),
  answers: { 200: UserGroupAssignment },
  errors: ['notFound', 'wrongState', 'maximumStay', 'versionMismatch'],
  async handler({ db, actor, params, body, now, allow, requireStepUp, ifMatch, audit, changed }) {
    const subject = { kind: 'groupAssignment', id: await membershipIdOf(db, actor, params.id) }
    audit({ subject })
    const row = await lockAssignment(db, actor, subject.id)
    const facts = assignmentFacts(row)
    const endsAt = body.endsAt === null ? null : new Date(body.endsAt)
    allow(mayEndAt(actor, facts, endsAt, now()))
    // Ending somebody's access is never held up.
    const longer = endsAt === null || (row.ends_at !== null && endsAt > row.ends_at)
    await requireStepUp(actor.admin && row.person_id !== actor.id && longer ? 'privileged' : undefined)
    ifMatch(row.version)
    requireState(assignmentCan(actor, facts).changeEnd)
    const within = isWithinMaximum(facts, endsAt, now())
    if (within !== true) throw new Failure('maximumStay', within, { errors: [{ field: 'endsAt', message: within }] })
    requireFuture('endsAt', endsAt, row.starts_at > now() ? row.starts_at : now())
    await db
      .updateTable('group_assignments')
      .set({ ends_at: endsAt, end_set_by: actor.id, duration_hours: null, remind_at: nextReminder(endsAt, now()), updated_at: now() })
      .where('id', '=', row.id)
      .execute()
    audit({ subject, before: { endsAt: row.ends_at }, after: { endsAt } })
    if (row.person_id !== actor.id)
      await notify(db, [row.person_id], {
        kind: 'accessChanged',
        subjectKind: 'accountAccess',
        subjectId: row.account_id,
        title: endsAt ? `Your time in ${row.group_name} ends at another time` : `You may stay in ${row.group_name} for good`,
        body: `${actor.displayName} changed it; ${row.account_name} shows until when.`,
        key: `endChanged:${row.id}:${row.version}`,
      })
    await changed('account', row.account_id)
    await changed('groupAssignment', row.id)
    return presentAssignment(actor, await readAssignmentRow(db, actor, row.id), now())
  },
})
