import { castVote, type Decision, lockForVote } from '../../approvals/decide.ts'
import { Failure } from '../../http/errors.ts'
import type { Call } from '../../http/operation.ts'
import { approvalSubjects } from './subjects.ts'

type Context = Pick<Call<unknown, unknown, unknown>, 'db' | 'jobs' | 'actor' | 'now' | 'allow' | 'audit' | 'changed'>

interface Given {
  approvalId: string
  stage: number
  decision: Decision
  comment: string
  /** Looks at the locked approval before the vote counts; throws when it is not what was read. */
  check(approval: Awaited<ReturnType<typeof lockForVote>>): void | Promise<void>
}

/** The one way a person's vote is counted, whichever call it comes by: under lock, audited, and told to open screens. */
export async function countVote({ db, jobs, actor, now, allow, audit, changed }: Context, given: Given): Promise<void> {
  const { approvalId, stage, decision } = given
  const comment = given.comment.trim()
  audit({ subject: { kind: 'approval', id: approvalId } })
  const vote = { approvalId, stage, actor, decision, comment }
  const approval = await lockForVote(db, vote, allow, now())
  await given.check(approval)
  if (decision !== 'approve' && comment.length < 3)
    throw new Failure('invalidRequest', 'Say why, so that the requester knows what to do.', {
      errors: [{ field: 'comment', message: 'is needed unless you approve' }],
    })
  const subject = approvalSubjects[approval.subject_kind]
  if (!subject) throw new Error(`there is no approval subject ${approval.subject_kind}`)
  const outcome = await castVote({ db, jobs, now: now() }, subject, approval, vote)
  audit({
    subject: { kind: approval.subject_kind, id: approval.subject_id },
    before: { status: 'pending', stage: approval.stage },
    after: { decision, comment, status: outcome, ...(approval.onBehalfOf ? { onBehalfOf: approval.onBehalfOf } : {}) },
  })
  await changed('approval', approvalId)
  await changed(approval.subject_kind, approval.subject_id)
}
