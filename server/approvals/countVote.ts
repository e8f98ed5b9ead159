import type { StepUpNeed } from '../auth/stepUp.ts'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import type { Call } from '../http/operation.ts'
import { castVote, type Decision, lockForVote } from './decide.ts'
import type { ExternalFacts } from './evidence.ts'
import { recordedFacts } from './facts.ts'
import { findApprovalSubject } from './subject.ts'

type Context = Pick<Call<unknown, unknown, unknown>, 'db' | 'jobs' | 'actor' | 'now' | 'allow' | 'requireStepUp' | 'audit' | 'changed'>

interface NewVote {
  approvalId: string
  stage: number
  decision: Decision
  comment: string
  externalFacts: ExternalFacts | undefined
  /**
   * Checks the locked approval before the vote counts.
   * @throws if the approval differs from what the caller read
   */
  check(approval: Awaited<ReturnType<typeof lockForVote>>): unknown
}

const isPrivileged = ({ facts, subject_kind }: Pick<Awaited<ReturnType<typeof lockForVote>>, 'facts' | 'subject_kind'>): boolean =>
  subject_kind === 'policyChange' || recordedFacts(facts).request.privileged

/** Returns whether the decision on these approvals needs a second factor. Only an approval does; other decisions never need one. */
export function stepUpFor(decision: Decision, approvals: readonly Parameters<typeof isPrivileged>[0][]): StepUpNeed | undefined {
  if (decision !== 'approve' || approvals.length === 0) return undefined
  return approvals.some(isPrivileged) ? 'privileged' : 'decision'
}

const minReasonLength = 3

/** @throws invalidRequest if the comment of a rejection or a request for changes is missing or too short */
export function requireReason(decision: Decision, comment: string): void {
  const { length } = comment.trim()
  if (decision === 'approve' || length >= minReasonLength) return
  throw new Failure('invalidRequest', 'Enter a reason that tells the requester what to do.', {
    errors: [
      { field: 'comment', message: length === 0 ? 'is required unless you approve' : `must have at least ${minReasonLength} characters` },
    ],
  })
}

export async function countVote({ db, jobs, actor, now, allow, requireStepUp, audit, changed }: Context, newVote: NewVote): Promise<void> {
  const { approvalId, stage, decision, externalFacts } = newVote
  const comment = newVote.comment.trim()
  audit({ subject: { kind: 'approval', id: approvalId } })
  const vote = { approvalId, stage, actor, decision, comment }
  const approval = await lockForVote(db, vote, allow, now())
  await newVote.check(approval)
  await requireStepUp(stepUpFor(decision, [approval]))
  requireReason(decision, comment)
  const outcome = await castVote({ db, jobs, now: now(), externalFacts }, findApprovalSubject(approval.subject_kind), approval, vote)
  audit({
    subject: { kind: approval.subject_kind, id: approval.subject_id },
    before: { status: 'pending', stage: approval.stage },
    after: { decision, comment, status: outcome, ...(approval.onBehalfOf ? { onBehalfOf: approval.onBehalfOf } : {}) },
  })
  await changed('approval', approvalId)
  await changed(approval.subject_kind, approval.subject_id)
}

/**
 * Guards votes that name a request instead of its approval. Such votes count in the latest round. A person who voted in an earlier round
 * must also send the request's version, so that a repeated vote can't approve a changed request.
 * @throws alreadyDecided
 */
export async function requireNewVote(
  db: Db,
  approval: { id: string; subject_kind: string; subject_id: string },
  actorId: string,
  hasVersion: boolean,
): Promise<void> {
  if (hasVersion) return
  const earlierVote = await db
    .selectFrom('approvals as a')
    .innerJoin('approval_decisions as d', 'd.approval_id', 'a.id')
    .select('d.id')
    .where('a.subject_kind', '=', approval.subject_kind)
    .where('a.subject_id', '=', approval.subject_id)
    .where('a.id', '<>', approval.id)
    .where('d.approver_id', '=', actorId)
    .executeTakeFirst()
  if (earlierVote)
    throw new Failure(
      'alreadyDecided',
      'You voted on an earlier version of this request. Read the current version, then send its version number in If-Match.',
    )
}
