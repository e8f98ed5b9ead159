import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Verdict } from '../auth/access.ts'
import type { Person } from '../auth/actor.ts'
import { isSameIdentity } from '../auth/sameIdentity.ts'
import type { Db } from '../db/database.ts'
import { updateRow } from '../db/rows.ts'
import { Failure } from '../errors.ts'
import type { Jobs } from '../workflows/jobs.ts'
import { recordEvidence } from './approvalEvidence.ts'
import type { ExternalFacts } from './evidence.ts'
import { resubmitDeadline } from './expireChangeRequests.ts'
import { notifyApprovers } from './notifyApprovers.ts'
import { requireOpenStage } from './requireOpenStage.ts'
import { isSeatUsed, loadSeats } from './seat.ts'
import { closeStages, openStage } from './stages.ts'
import type { ApprovalSubject } from './subject.ts'
import { requireOngoing } from './withdrawEndedRequests.ts'

export type Decision = 'approve' | 'reject' | 'requestChanges'

const minCommentLength = 3

interface Vote {
  approvalId: string
  /** The stage that the approver saw. The vote counts in this stage only, never in a later one. */
  stage: number
  actor: Person
  decision: Decision
  comment: string
}

interface DecisionContext {
  db: Db
  jobs: Jobs
  now: Date
  externalFacts?: ExternalFacts | undefined
}

/**
 * Locks the approval and checks that the person can vote on it, with their own seat or the seat of an absent person.
 * @throws notFound, alreadyDecided
 */
export async function lockForVote(
  db: Db,
  { approvalId, stage, actor }: Pick<Vote, 'approvalId' | 'stage' | 'actor'>,
  allow: (verdict: Verdict) => void,
  now: Date,
) {
  const approval = await db.selectFrom('approvals').selectAll().where('id', '=', approvalId).forUpdate().executeTakeFirst()
  if (!approval) throw new Failure('notFound', 'This approval doesn’t exist.')
  if (approval.requester_id === actor.id) allow('You can’t approve your own request.')
  if (await isSameIdentity(db, actor.id, approval.requester_id))
    allow('You can’t approve your own request. You submitted this request with another of your user accounts.')
  const ownSeats = await loadSeats(db, approval, actor, now)
  const votes = await db
    .selectFrom('approval_decisions')
    .select('stage')
    .where('approval_id', '=', approval.id)
    .where('approver_id', '=', actor.id)
    .execute()
  allow(ownSeats.length > 0 || votes.length > 0 ? true : 'You aren’t an approver of this request.')
  requireOpenStage(approval, stage)
  if (votes.some((vote) => vote.stage === stage)) throw new Failure('alreadyDecided', 'You already decided on this stage.')
  const seat = ownSeats.find((each) => each.stage === stage)
  if (!seat) {
    allow('You don’t have a vote in this stage.')
    throw new Error('accepted a vote without a seat')
  }
  if (await isSeatUsed(db, approval, seat.onBehalfOf ?? actor.id, now))
    throw new Failure(
      'alreadyDecided',
      seat.onBehalfOf
        ? 'The person you are a delegate of has already voted, and each seat has one vote. Another approver of this stage must vote.'
        : 'Your seat’s vote was already used, and each seat has one vote. Another approver of this stage must vote.',
    )
  return { ...approval, onBehalfOf: seat.onBehalfOf }
}

/**
 * Counts a vote. The row lock and the database's checks (`check_vote`, `stage_transitions`) ensure that concurrent votes have exactly one outcome.
 * @returns the status of the approval
 */
export async function castVote(
  context: DecisionContext,
  subject: ApprovalSubject,
  approval: Awaited<ReturnType<typeof lockForVote>>,
  vote: Vote,
): Promise<'pending' | 'approved' | 'rejected' | 'changes_requested'> {
  const { db, now } = context
  if (vote.decision === 'approve') {
    await requireOngoing(db, approval)
    await requireComment(db, subject, approval.subject_id, vote.comment)
  }
  await db
    .insertInto('approval_decisions')
    .values({
      id: uuidv7(),
      approval_id: approval.id,
      stage: approval.stage,
      approver_id: vote.actor.id,
      on_behalf_of: approval.onBehalfOf,
      requester_id: approval.requester_id,
      decision: vote.decision,
      comment: vote.comment,
      decided_at: now,
      second_factor_until: vote.actor.strongUntil ?? sql<Date>`'-infinity'`,
    })
    .execute()
  const outcome =
    vote.decision === 'reject'
      ? 'rejected'
      : vote.decision === 'requestChanges'
        ? 'changes_requested'
        : await afterApproval(db, subject, approval, now)
  if (outcome !== 'pending') await closeRound(context, subject, approval, outcome, vote.comment)
  return outcome
}

export async function closeRound(
  context: DecisionContext,
  subject: ApprovalSubject,
  approval: { id: string; subject_id: string; stage: number },
  outcome: 'approved' | 'rejected' | 'changes_requested',
  comment: string,
): Promise<void> {
  const { db, now } = context
  await recordEvidence(context, subject, approval)
  if (outcome !== 'approved')
    await db
      .updateTable('approval_stages')
      .set({ status: outcome, closed_at: now })
      .where('approval_id', '=', approval.id)
      .where('status', '=', 'open')
      .execute()
  await closeStages(db, approval.id, 'cancelled', now)
  const fieldsToSet = outcome === 'changes_requested' && subject.requests ? await resubmitDeadline(db, approval, now) : {}
  await updateRow(db, 'approvals', approval.id, { status: outcome, closed_at: now, version: sql`version + 1`, ...fieldsToSet })
  await subject.onClosed(context, approval.subject_id, outcome, comment)
}

/** @throws invalidRequest if the subject can be approved only with a comment, and it is missing or too short */
async function requireComment(db: Db, subject: ApprovalSubject, subjectId: string, comment: string): Promise<void> {
  if (comment.trim().length >= minCommentLength) return
  const commentRequiredReason = await subject.needsComment?.(db, subjectId)
  if (commentRequiredReason)
    throw new Failure('invalidRequest', commentRequiredReason, {
      errors: [{ field: 'comment', message: 'Enter a comment to approve this request.' }],
    })
}

/**
 * Closes the stage once enough votes count, then opens the next and notifies its approvers; after the last stage, the request is approved.
 */
export async function afterApproval(
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
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from stage_votes(${approval.id}, ${approval.stage}, ${now}) v where v.counts and v.decision = 'approve'`.execute(
    db,
  )
  if (rows[0]!.count < stage.minimum) return 'pending'
  await db
    .updateTable('approval_stages')
    .set({ status: 'approved', closed_at: now })
    .where('approval_id', '=', approval.id)
    .where('stage', '=', approval.stage)
    .execute()
  if (!(await openStage(db, approval.id, approval.stage + 1, now))) return 'approved'
  await notifyApprovers(db, approval.id, await subject.notification(db, approval.subject_id))
  return 'pending'
}
