import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Verdict } from '../access/access.ts'
import type { Person } from '../access/actor.ts'
import type { Db } from '../db/database.ts'
import { Failure } from '../http/errors.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { sameHuman, seatsOf } from './seat.ts'
import { closeStages, openStage } from './stages.ts'
import type { ApprovalSubject } from './subject.ts'
import { tellApprovers } from './tellApprovers.ts'
import { timeToAnswer } from './tendAnswers.ts'

export type Decision = 'approve' | 'reject' | 'requestChanges'

const shortestComment = 3

export interface Vote {
  approvalId: string
  /** The stage the person saw when deciding: a vote never slides on to a later one. */
  stage: number
  actor: Person
  decision: Decision
  comment: string
}

/**
 * Locks the approval and says whether this person may vote on it, with a seat of their own or in place of somebody who is away.
 * @throws notFound, alreadyDecided
 */
export async function lockForVote(
  db: Db,
  { approvalId, stage, actor }: Pick<Vote, 'approvalId' | 'stage' | 'actor'>,
  allow: (verdict: Verdict) => void,
  now: Date,
) {
  const approval = await db.selectFrom('approvals').selectAll().where('id', '=', approvalId).forUpdate().executeTakeFirst()
  if (!approval) throw new Failure('notFound', 'There is no such approval.')
  if (approval.requester_id === actor.id) allow('Nobody decides on an own request.')
  if (await sameHuman(db, actor.id, approval.requester_id))
    allow('Nobody decides on an own request, and this one was made from another account of yours.')
  const mine = await seatsOf(db, approval, actor, now)
  const votes = await db
    .selectFrom('approval_decisions')
    .select(['stage', 'approver_id', 'on_behalf_of'])
    .where('approval_id', '=', approval.id)
    .execute()
  const voted = votes.some(({ approver_id }) => approver_id === actor.id)
  allow(mine.length > 0 || voted ? true : 'You are not among the people who may decide on this.')
  if (approval.status !== 'pending')
    throw new Failure('alreadyDecided', `This is ${approval.status.replace('_', ' ')} already; your vote was not needed.`)
  if (approval.stage !== stage)
    throw new Failure('alreadyDecided', 'This stage has been decided already. Reload to see where the request stands.')
  const seat = mine.find((each) => each.stage === approval.stage)
  const others = votes.filter((vote) => vote.stage === approval.stage && vote.approver_id !== actor.id)
  if (seat?.onBehalfOf && others.some(({ approver_id, on_behalf_of }) => [approver_id, on_behalf_of].includes(seat.onBehalfOf)))
    throw new Failure(
      'alreadyDecided',
      'The one you stand in for has voted, and each seat counts once. Others of this stage still have to.',
    )
  if (others.some(({ on_behalf_of }) => on_behalf_of === actor.id))
    throw new Failure(
      'alreadyDecided',
      'Whoever stands in for you has voted, and each seat counts once. Others of this stage still have to.',
    )
  allow(seat || voted ? true : 'It is not your turn: another stage of this request is being decided.')
  return { ...approval, onBehalfOf: seat?.onBehalfOf ?? null }
}

/**
 * Counts one vote. The row lock, the unique vote per person and seat, and the fixed requester make concurrent votes end in exactly one outcome.
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
      id: uuidv7(),
      approval_id: approval.id,
      stage: approval.stage,
      approver_id: vote.actor.id,
      on_behalf_of: approval.onBehalfOf,
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
  const answer = outcome === 'changes_requested' && subject.requests ? await timeToAnswer(db, approval, now) : {}
  await db
    .updateTable('approvals')
    .set({ status: outcome, closed_at: now, version: sql`version + 1`, ...answer })
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
    .where((where) =>
      where.or([
        where('on_behalf_of', 'is', null),
        where.exists(where.selectFrom('people as h').select('h.id').whereRef('h.id', '=', 'on_behalf_of').where('h.active', '=', true)),
      ]),
    )
    .executeTakeFirstOrThrow()
  if (votes.count < stage.minimum) return 'pending'
  await db
    .updateTable('approval_stages')
    .set({ status: 'approved', closed_at: now })
    .where('approval_id', '=', approval.id)
    .where('stage', '=', approval.stage)
    .execute()
  if (!(await openStage(db, approval.id, approval.stage + 1, now))) return 'approved'
  await tellApprovers(db, approval.id, await subject.notice(db, approval.subject_id))
  return 'pending'
}
