import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { notify } from '../../../notifications/notify.ts'
import { requireFuture } from '../../access/assignments/requireFuture.ts'
import { AssignmentId, EndsAt } from '../../access/assignments/schemas.ts'
import { setEnd, stepUpForEnd } from '../../access/assignments/setEnd.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { grantFacts, loadAssignmentRow, lockAssignment, presentAssignment } from './assignments.ts'
import { canEndAt, grantCan } from './policy.ts'
import { requireBeforeEnd } from './requireBeforeEnd.ts'
import { UserSandboxGroupAssignment } from './schemas.ts'

export const updateSandboxAccess = operation({
  id: 'updateSandboxAccess',
  method: 'PATCH',
  path: '/sandbox-access/access/{id}',
  tag: 'sandbox-access',
  summary: 'Change the end date of a sandbox assignment',
  description:
    'Owners of the sandbox and administrators can set an end date within the lease, or null for access until the sandbox ends. Members can only choose an earlier date. Owner access has no end date.',
  access: 'owner',
  stepUp: 'byRow',
  params: AssignmentId,
  body: Type.Object({ endsAt: EndsAt }, { additionalProperties: false }),
  responses: { 200: UserSandboxGroupAssignment },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, params, body, now, allow, requireStepUp, ifMatch, audit, changed }) {
    const subject = { kind: 'groupAssignment', id: params.id }
    audit({ subject })
    const row = await lockAssignment(db, actor, params.id)
    const facts = grantFacts(row)
    const endsAt = body.endsAt === null ? null : new Date(body.endsAt)
    allow(canEndAt(actor, facts, endsAt))
    await requireStepUp(stepUpForEnd(actor, row, endsAt))
    ifMatch(row.version)
    requireState(grantCan(actor, facts).changeEnd)
    requireFuture('endsAt', endsAt, row.starts_at > now() ? row.starts_at : now())
    requireBeforeEnd('endsAt', endsAt, row.lease_end)
    await setEnd(db, row.id, { endsAt, by: actor.id, now: now() })
    audit({ subject, before: { endsAt: row.ends_at }, after: { endsAt } })
    const key = `endChanged:${row.id}:${row.version}`
    const accessText = row.person_id === actor.id ? 'their own access' : `the access of ${row.person.displayName}`
    await recordEvent(db, {
      sandboxId: row.sandbox_id!,
      kind: 'memberEnd',
      text: `${actor.displayName} changed the end date of ${accessText} in ${row.group_name}`,
      personId: actor.id,
      key,
      now: now(),
    })
    if (row.person_id !== actor.id)
      await notify(db, [row.person_id], {
        kind: 'accessChanged',
        subjectKind: 'sandbox',
        subjectId: row.sandbox_id!,
        title: endsAt
          ? `The end date of your access to ${row.group_name} changed`
          : `You have access to ${row.group_name} until the sandbox ends`,
        body: `Changed by ${actor.displayName}. See ${row.sandbox_name} for the new end date.`,
        key,
      })
    await changed('sandbox', row.sandbox_id!)
    await changed('groupAssignment', row.id)
    return presentAssignment(actor, await loadAssignmentRow(db, actor, row.id), now())
  },
})
