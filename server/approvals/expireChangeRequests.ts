import { sql } from 'kysely'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import type { Db } from '../db/database.ts'
import { formatMoment } from '../format.ts'
import { hasPage } from '../notifications/delivery/links.ts'
import { notify } from '../notifications/notify.ts'
import { publishChange } from '../workflows/changes.ts'
import type { Jobs } from '../workflows/jobs.ts'
import { defaultHours } from './stages.ts'
import { findApprovalSubject } from './subject.ts'

const hour = 3_600_000
const day = 24 * hour
const batchSize = 200

/**
 * Returns the requester's deadline for changes: as long as the stage has to decide, and at least three days. The reminder is three days
 * before it, or halfway if that is later.
 */
export async function resubmitDeadline(db: Db, { id, stage }: { id: string; stage: number }, now: Date) {
  const { hours_to_decide } = await db
    .selectFrom('approval_stages')
    .select('hours_to_decide')
    .where('approval_id', '=', id)
    .where('stage', '=', stage)
    .executeTakeFirstOrThrow()
  const time = Math.max((hours_to_decide ?? defaultHours.toDecide) * hour, 3 * day)
  return {
    resubmit_by: new Date(now.getTime() + time),
    resubmit_check_at: new Date(now.getTime() + time - Math.min(3 * day, time / 2)),
  }
}

/**
 * Reminds requesters of requested changes, and expires requests whose changes were not submitted. A request expires at the earliest one day
 * after its reminder.
 */
export async function expireChangeRequests(context: { db: Db; jobs: Jobs; now: Date }): Promise<void> {
  const { db, now } = context
  const dueRows = await db
    .selectFrom('approvals')
    .select(['id', 'subject_kind', 'subject_id', 'resubmit_by', 'resubmit_check_at'])
    .where('resubmit_check_at', '<=', now)
    .orderBy('resubmit_check_at')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, subject_kind, subject_id, resubmit_by, resubmit_check_at } of dueRows) {
    const subject = findApprovalSubject(subject_kind)
    if (!subject.requests) continue
    // Calls that edit or withdraw the request lock only a pending round before it. They clear the deadline of this round, which isn't
    // pending, while they hold the request. A locked request is skipped, because waiting for it would cause a deadlock.
    const request = await db
      .selectFrom(subject.requests)
      .select(['reference', 'requester_id', 'status'])
      .where('id', '=', subject_id)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!request) continue
    const setNextDeadline = (at: Date | null) => db.updateTable('approvals').set({ resubmit_check_at: at }).where('id', '=', id).execute()
    if (request.status !== 'changes_requested' || !resubmit_by || !resubmit_check_at) await setNextDeadline(null)
    else if (resubmit_check_at < resubmit_by) {
      const end = new Date(Math.max(resubmit_by.getTime(), now.getTime() + day))
      await db
        .updateTable('approvals')
        .set({ resubmit_by: end, resubmit_check_at: end, version: sql`version + 1` })
        .where('id', '=', id)
        .execute()
      await notify(db, [request.requester_id], {
        kind: 'answerNeeded',
        ...(hasPage(subject_kind) ? { subjectKind: subject_kind, subjectId: subject_id } : { subjectKind: 'approval', subjectId: id }),
        title: `${request.reference} needs your changes`,
        body: `Change and resubmit it by ${formatMoment(end)}, or it expires. You can also withdraw it.`,
        key: `answer:${id}`,
      })
    } else {
      await setNextDeadline(null)
      await recordSystemEvent(db, {
        action: 'requestUnanswered',
        subject: { kind: subject_kind, id: subject_id },
        before: { status: 'changes_requested' },
        after: { approvalId: id, status: 'expired' },
        reason: expiredComment,
      })
      await subject.onClosed(context, subject_id, 'expired', expiredComment)
    }
    await publishChange(db, { kind: 'approval', id })
  }
}

const expiredComment = 'Changes were requested, and the request wasn’t resubmitted in time.'
