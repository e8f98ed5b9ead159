import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { updateRow } from '../../../../db/rows.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { notificationSubject } from '../../../accounts/accounts/owningResource.ts'
import { type Membership, membershipSteps } from '../directoryMembership.ts'
import { nextReminder } from '../reminders.ts'

export interface GrantInput extends Membership {
  assignmentId: string
  reference: string | null
  groupName: string
  homeName: string
}

/** Adds a person to a group. A duration in hours counts from the moment at which the directory has the membership. */
export const grantAccess: Workflow<GrantInput> = {
  kind: 'grantAccess',
  steps: membershipSteps(true),
  async succeeded({ db, input, now }) {
    const grant = await db
      .selectFrom('group_assignments')
      .select(['starts_at', 'ends_at', 'duration_hours'])
      .where('id', '=', input.assignmentId)
      .where('status', '=', 'granting')
      .forUpdate()
      .executeTakeFirst()
    if (!grant) return
    const endsAt = grant.duration_hours === null ? grant.ends_at : new Date(now.getTime() + grant.duration_hours * 3_600_000)
    await updateRow(db, 'group_assignments', input.assignmentId, {
      status: 'active',
      starts_at: endsAt === null || endsAt > now ? now : grant.starts_at,
      ends_at: endsAt,
      duration_hours: null,
      remind_at: nextReminder(endsAt, now),
      updated_at: now,
    })
    await recordSystemEvent(db, {
      action: 'accessGranted',
      subject: { kind: 'groupAssignment', id: input.assignmentId },
      before: { status: 'granting' },
      after: { status: 'active', groupId: input.groupId, personId: input.personId, endsAt },
      reason: `${input.reference ? `${input.reference} was approved` : 'Access was granted'}, and the directory confirmed it.`,
    })
    await notify(db, [input.personId], {
      kind: 'accessGranted',
      ...notificationSubject(input.home),
      title: `You have access to ${input.groupName}`,
      body: `${input.reference ? `${input.reference}: access` : 'Access'} can take a few minutes to take effect everywhere in ${input.homeName}.`,
      key: `granted:${input.assignmentId}`,
    })
    await publishChange(db, input.home)
    await publishChange(db, { kind: 'groupAssignment', id: input.assignmentId })
  },
  async failed({ db, input, now, step, message }) {
    await notify(db, [input.personId], {
      kind: 'workStuck',
      ...notificationSubject(input.home),
      title: `${input.reference ?? `Your access to ${input.groupName}`} failed`,
      body: `“${step}”: ${message} An administrator can retry the step. You don’t need to request access again.`,
      key: `stuck:${input.assignmentId}:${now.toISOString()}`,
    })
  },
}
