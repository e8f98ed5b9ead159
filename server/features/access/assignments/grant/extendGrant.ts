import type { Db } from '../../../../db/database.ts'
import { updateRow } from '../../../../db/rows.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { owningResource } from '../../../accounts/accounts/owningResource.ts'
import { nextReminder } from '../reminders.ts'

const hourMs = 3_600_000

interface Extension {
  assignmentId: string
  /** The duration counts from the current end date; null means permanent. */
  durationHours: number | null
  maxHours: number | null
  now: Date
}

/**
 * Moves the end date of a live grant. The directory doesn’t change, so access is never interrupted.
 * @returns false if the grant has ended or is ending
 */
export async function extendGrant(db: Db, { assignmentId, durationHours, maxHours, now }: Extension): Promise<boolean> {
  const grant = await db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .select(['m.status', 'm.ends_at', 'g.account_id', 'g.sandbox_id'])
    .where('m.id', '=', assignmentId)
    .forUpdate('m')
    .executeTakeFirstOrThrow()
  if (grant.status !== 'active') return false
  if (grant.ends_at === null) return true
  // The end date has passed, although the schedule hasn’t ended the grant yet.
  if (grant.ends_at <= now) return false
  const from = grant.ends_at.getTime()
  const max = maxHours === null ? Number.POSITIVE_INFINITY : Math.max(now.getTime() + maxHours * hourMs, from)
  const until = durationHours === null ? max : Math.min(from + durationHours * hourMs, max)
  const endsAt = Number.isFinite(until) ? new Date(until) : null
  await updateRow(db, 'group_assignments', assignmentId, {
    ends_at: endsAt,
    end_set_by: null,
    remind_at: nextReminder(endsAt, now),
    updated_at: now,
  })
  await publishChange(db, owningResource(grant))
  await publishChange(db, { kind: 'groupAssignment', id: assignmentId })
  return true
}
