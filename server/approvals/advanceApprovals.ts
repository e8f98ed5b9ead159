import { sql } from 'kysely'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { updateRow } from '../db/rows.ts'
import { notify } from '../notifications/notify.ts'
import { publishChange } from '../workflows/changes.ts'
import type { Jobs } from '../workflows/jobs.ts'
import { approveOnRegainedSeats } from './approveOnRegainedSeats.ts'
import { expireChangeRequests } from './expireChangeRequests.ts'
import { loadPendingApprovers, notifyApprovers } from './notifyApprovers.ts'
import { closeStages } from './stages.ts'
import { findApprovalSubject } from './subject.ts'

const batchSize = 200
interface Context {
  db: Db
  jobs: Jobs
  now: Date
}

/**
 * Runs each minute for open stages: recounts votes, sends reminders, adds alternates, and expires overdue requests. An expired request is
 * never approved.
 */
export async function advanceApprovals({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<void> {
  const problems: unknown[] = []
  for (const task of [approveOnRegainedSeats, remind, escalate, expire, expireChangeRequests])
    await inTransaction(db, (tx) => task({ db: tx, jobs, now: now(), problems })).catch((error) => problems.push(error))
  if (problems.length > 0) throw new AggregateError(problems, `Approval processing had ${problems.length} errors.`)
}

function dueStages(db: Db, clock: 'remind_at' | 'escalate_at', stepColumn: 'reminded_at' | 'escalated_at', now: Date) {
  return db
    .selectFrom('approval_stages as s')
    .innerJoin('approvals as a', 'a.id', 's.approval_id')
    .select(['s.approval_id', 's.stage', 's.name', 's.alternates', 's.opened_at', 'a.subject_kind', 'a.subject_id', 'a.requester_id'])
    .where('s.status', '=', 'open')
    .where('a.status', '=', 'pending')
    .where(`s.${clock}`, '<=', now)
    .where(`s.${stepColumn}`, 'is', null)
    .orderBy(`s.${clock}`)
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
}

async function remind({ db, now }: Context): Promise<void> {
  const dueRows = await dueStages(db, 'remind_at', 'reminded_at', now)
  for (const { approval_id, stage, subject_kind, subject_id } of dueRows) {
    await db
      .updateTable('approval_stages')
      .set({ reminded_at: now })
      .where('approval_id', '=', approval_id)
      .where('stage', '=', stage)
      .execute()
    const notification = await findApprovalSubject(subject_kind).notification(db, subject_id)
    const seats = await loadPendingApprovers(db, approval_id, now)
    await notify(
      db,
      seats.map(({ person_id }) => person_id),
      {
        kind: 'decisionReminder',
        subjectKind: 'approval',
        subjectId: approval_id,
        title: `Still waiting: ${notification.title}`,
        body: notification.body,
        key: `remind:${approval_id}:${stage}`,
      },
    )
  }
}

async function escalate({ db, now }: Context): Promise<void> {
  const dueRows = await dueStages(db, 'escalate_at', 'escalated_at', now)
  for (const { approval_id, stage, name, subject_kind, subject_id, requester_id } of dueRows) {
    await db
      .updateTable('approval_stages')
      .set({ escalated_at: now })
      .where('approval_id', '=', approval_id)
      .where('stage', '=', stage)
      .execute()
    await db.updateTable('approvals').set({ version: sql`version + 1` }).where('id', '=', approval_id).execute()
    await recordSystemEvent(db, {
      action: 'approvalEscalated',
      subject: { kind: subject_kind, id: subject_id },
      after: { approvalId: approval_id, stage },
      reason: `${name} hasn’t decided within the time that the policy allows.`,
    })
    const notification = await findApprovalSubject(subject_kind).notification(db, subject_id)
    // This notification has the same key as the one that opened the stage, so that each person is notified once.
    await notifyApprovers(db, approval_id, notification, now)
    await notify(db, [requester_id], {
      kind: 'decisionEscalated',
      subjectKind: 'approval',
      subjectId: approval_id,
      title: 'More people can decide on your request now',
      body: `${name} hasn’t decided yet, so the policy’s alternates can decide too.`,
      key: `escalated:${approval_id}:${stage}`,
    })
    await publishChange(db, { kind: 'approval', id: approval_id })
  }
}

async function expire(context: Context): Promise<void> {
  const { db, now } = context
  const dueRows = await db
    .selectFrom('approvals')
    .select(['id', 'subject_kind', 'subject_id'])
    .where('status', '=', 'pending')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const approval of dueRows) {
    await closeStages(db, approval.id, 'expired', now)
    await updateRow(db, 'approvals', approval.id, { status: 'expired', closed_at: now, version: sql`version + 1` })
    await recordSystemEvent(db, {
      action: 'approvalExpired',
      subject: { kind: approval.subject_kind, id: approval.subject_id },
      before: { status: 'pending' },
      after: { approvalId: approval.id, status: 'expired' },
      reason: 'The request expired because it wasn’t decided in time.',
    })
    await findApprovalSubject(approval.subject_kind).onClosed(context, approval.subject_id, 'expired', '')
    await publishChange(db, { kind: 'approval', id: approval.id })
  }
}
