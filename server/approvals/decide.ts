import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Verdict } from '../access/access.ts'
import type { Db } from '../db/database.ts'
import { Failure } from '../http/errors.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { closeStages } from './openApproval.ts'
import type { ApprovalSubject } from './subject.ts'
import { tellApprovers } from './tellApprovers.ts'

export type Decision = 'approve' | 'reject' | 'requestChanges'

const shortestComment = 3

export interface Vote {
  approvalId: string
  /** The stage the person saw when deciding: a vote never slides on to a later one. */
  stage: number
  personId: string
  decision: Decision
  comment: string
}

/** Locks the approval and says whether this person may vote on it. @throws notFound, alreadyDecided */
export async function lockForVote(db: Db, vote: Pick<Vote, 'approvalId' | 'stage' | 'personId'>, allow: (verdict: Verdict) => void) {
  const approval = await db.selectFrom('approvals').selectAll().where('id', '=', vote.approvalId).forUpdate().executeTakeFirst()
  if (!approval) throw new Failure('notFound', 'There is no such approval.')
  if (approval.requester_id === vote.personId) allow('Nobody decides on an own request.')
  const mine = await db
    .selectFrom('stage_approvers')
    .select('stage')
    .where('approval_id', '=', approval.id)
    .where('person_id', '=', vote.personId)
    .execute()
  const voted = await db
    .selectFrom('approval_decisions')
    .select('stage')
    .where('approval_id', '=', approval.id)
    .where('approver_id', '=', vote.personId)
    .execute()
  allow(mine.length > 0 || voted.length > 0 ? true : 'You are not among the people who may decide on this.')
  if (approval.status !== 'pending')
    throw new Failure('alreadyDecided', `This is ${approval.status.replace('_', ' ')} already; your vote was not needed.`)
  if (approval.stage !== vote.stage)
    throw new Failure('alreadyDecided', 'This stage has been decided already. Reload to see where the request stands.')
  allow(mine.some((row) => row.stage === approval.stage) ? true : 'It is not your turn: another stage of this request is being decided.')
  return approval
}

/**
 * Counts one vote. The row lock, the unique vote per person and stage, and the fixed requester make concurrent votes end in exactly one outcome.
 * @returns how the approval stands now
 */
export async function castVote(
  context: { db: Db; jobs: Jobs; now: Date },
  subject: ApprovalSubject,
  approval: Awaited<ReturnType<typeof lockForVote>>,
  vote: Vote,
): Promise<'pending' | 'approved' | 'rejected' | 'changes_requested'> {
  const { db, now } = context
  if (vote.decision === 'approve') await requireComment(db, subject, approval.subject_id, vote.comment)
  await db
    .insertInto('approval_decisions')
    .values({
      id: randomUUIDv7(),
      approval_id: approval.id,
      stage: approval.stage,
      approver_id: vote.personId,
      requester_id: approval.requester_id,
      decision: vote.decision,
      comment: vote.comment,
      decided_at: now,
    })
    .execute()
  const outcome =
    vote.decision === 'reject'
      ? 'rejected'
      : vote.decision === 'requestChanges'
        ? 'changes_requested'
        : await afterApproval(db, subject, approval, now)
  if (outcome === 'pending') return 'pending'
  if (outcome !== 'approved')
    await db
      .updateTable('approval_stages')
      .set({ status: outcome, closed_at: now })
      .where('approval_id', '=', approval.id)
      .where('status', '=', 'open')
      .execute()
  await closeStages(db, approval.id, 'cancelled', now)
  await db
    .updateTable('approvals')
    .set({ status: outcome, closed_at: now, version: sql`version + 1` })
    .where('id', '=', approval.id)
    .execute()
  await subject.closed(context, approval.subject_id, outcome, vote.comment)
  return outcome
}

/** Some approvals are to be explained. @throws invalidRequest at the comment */
async function requireComment(db: Db, subject: ApprovalSubject, subjectId: string, comment: string): Promise<void> {
  if (comment.trim().length >= shortestComment) return
  const why = await subject.needsComment?.(db, subjectId)
  if (why) throw new Failure('invalidRequest', why, { errors: [{ field: 'comment', message: 'A comment is needed to approve this.' }] })
}

/** With enough votes the stage closes and the next one opens, whose approvers are told; after the last one the whole is approved. */
async function afterApproval(
  db: Db,
  subject: ApprovalSubject,
  approval: { id: string; subject_id: string; stage: number },
  now: Date,
): Promise<'pending' | 'approved'> {
  const stage = await db
    .selectFrom('approval_stages')
    .selectAll()
    .where('approval_id', '=', approval.id)
    .where('stage', '=', approval.stage)
    .executeTakeFirstOrThrow()
  const votes = await db
    .selectFrom('approval_decisions')
    .innerJoin('people', 'people.id', 'approval_decisions.approver_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('approval_id', '=', approval.id)
    .where('stage', '=', approval.stage)
    .where('decision', '=', 'approve')
    .where('people.active', '=', true)
    .executeTakeFirstOrThrow()
  if (votes.count < stage.minimum) return 'pending'
  await db
    .updateTable('approval_stages')
    .set({ status: 'approved', closed_at: now })
    .where('approval_id', '=', approval.id)
    .where('stage', '=', approval.stage)
    .execute()
  const next = await db
    .updateTable('approval_stages')
    .set({ status: 'open', opened_at: now })
    .where('approval_id', '=', approval.id)
    .where('stage', '=', approval.stage + 1)
    .returning('stage')
    .executeTakeFirst()
  if (!next) return 'approved'
  await db.updateTable('approvals').set({ stage: next.stage, version: sql`version + 1` }).where('id', '=', approval.id).execute()
  await tellApprovers(db, approval.id, await subject.notice(db, approval.subject_id))
  return 'pending'
}

/** Closes rounds that nobody decided in time; run by the tidy job. */
export async function expireApprovals(
  context: { db: Db; jobs: Jobs; now: Date },
  subjects: Record<string, ApprovalSubject>,
): Promise<number> {
  const { db, now } = context
  const due = await db
    .selectFrom('approvals')
    .selectAll()
    .where('status', '=', 'pending')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(200)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const approval of due) {
    await closeStages(db, approval.id, 'expired', now)
    await db
      .updateTable('approvals')
      .set({ status: 'expired', closed_at: now, version: sql`version + 1` })
      .where('id', '=', approval.id)
      .execute()
    await subjects[approval.subject_kind]?.closed(context, approval.subject_id, 'expired', '')
  }
  return due.length
}
