import type { Verdict } from '../auth/access.ts'
import type { Person } from '../auth/actor.ts'
import { formatRemaining } from '../format.ts'

interface ApprovalFacts {
  status: string
  stage: number
  requester: { id: string }
  subject_kind?: string
  stages: {
    stage: number
    approvers: { id: string; displayName?: string; onBehalfOf?: { id: string; displayName: string } | null; reassigned?: object | null }[]
    decisions: { person: { id: string; displayName?: string }; onBehalfOf?: { id: string } | null; counts: boolean }[]
  }[]
}

const endedMessages: Partial<Record<string, string>> = {
  cancelled: 'This round has ended because the request was changed or withdrawn.',
  expired: 'This request expired without a decision.',
}
/** Returns the reason why votes on a closed approval are refused. */
export const closedMessage = (status: string): string => endedMessages[status] ?? 'This request was already decided.'

export function approvalCan(
  actor: Person,
  approval: ApprovalFacts,
): Record<'decide' | 'comment' | 'reassign' | 'revokeReassignment', Verdict> {
  const comment =
    approval.status !== 'pending' ? closedMessage(approval.status) : isParticipant(actor, approval) ? true : notApproverMessage
  return { decide: canDecide(actor, approval), comment, ...reassignmentVerdicts(actor, approval) }
}

function reassignmentVerdicts(actor: Person, approval: ApprovalFacts): { reassign: Verdict; revokeReassignment: Verdict } {
  const canVote = canDecide(actor, approval)
  const currentStage = approval.stages.find((stage) => stage.stage === approval.stage)
  const reassignedSeat = currentStage?.approvers.find(
    ({ id, onBehalfOf, reassigned }) => reassigned && [id, onBehalfOf?.id].includes(actor.id),
  )
  const delegator = currentStage?.approvers.find(({ id }) => id === actor.id)?.onBehalfOf
  const revokeReassignment = !reassignedSeat ? 'This decision wasn’t reassigned.' : canVote
  if (canVote !== true) return { reassign: canVote, revokeReassignment }
  if (delegator) return { reassign: `Only ${delegator.displayName} can reassign this decision, and only once.`, revokeReassignment }
  if (reassignedSeat)
    return {
      reassign: `You reassigned this decision to ${reassignedSeat.displayName ?? 'another person'}. Revoke the reassignment first.`,
      revokeReassignment,
    }
  if (approval.subject_kind === 'pimActivation')
    return { reassign: 'Azure sets the approvers of this role. Change them in the role’s PIM settings.', revokeReassignment }
  return { reassign: true, revokeReassignment }
}

const dayMs = 86_400_000

export function canRemind(actor: Person, approval: ApprovalFacts & { reminded_by_requester_at: Date | null }, now: Date): Verdict {
  if (approval.requester.id !== actor.id) return 'Only the requester can remind the approvers.'
  if (approval.status !== 'pending') return 'This request isn’t waiting for a decision.'
  const currentStage = approval.stages.find((stage) => stage.stage === approval.stage)
  if (currentStage?.approvers.length === 0) return 'You can’t send a reminder because no approver is available now.'
  const nextReminderAt = approval.reminded_by_requester_at && new Date(approval.reminded_by_requester_at.getTime() + dayMs)
  if (nextReminderAt && nextReminderAt > now)
    return `You sent a reminder. You can send the next one in ${formatRemaining(nextReminderAt.getTime() - now.getTime())}.`
  return true
}

function canDecide(actor: Person, approval: ApprovalFacts): Verdict {
  if (approval.status !== 'pending') return closedMessage(approval.status)
  if (approval.requester.id === actor.id) return ownRequestMessage
  const currentStage = approval.stages.find((stage) => stage.stage === approval.stage)
  const ownDecision = currentStage?.decisions.find((decision) => decision.person.id === actor.id)
  if (ownDecision)
    return ownDecision.counts
      ? 'You already voted. Another approver of this stage must vote.'
      : 'You already voted, but your vote no longer counts.'
  const countingDecisions = currentStage?.decisions.filter(({ counts }) => counts) ?? []
  const seat = currentStage?.approvers.find((approver) => approver.id === actor.id)
  if (seat) {
    const delegate = countingDecisions.find((decision) => decision.onBehalfOf?.id === actor.id)
    if (delegate) return `${delegate.person.displayName ?? 'Someone'} voted for you. Another approver of this stage must vote.`
    const delegator = seat.onBehalfOf
    if (delegator && countingDecisions.some(({ person, onBehalfOf }) => person.id === delegator.id || onBehalfOf?.id === delegator.id))
      return `You are the delegate of ${delegator.displayName}, whose vote was already counted. Another approver of this stage must vote.`
    return true
  }
  const hasVoted = approval.stages.some((stage) => stage.decisions.some((decision) => decision.person.id === actor.id))
  if (hasVoted) return 'You already decided. The next stage is open now.'
  const laterStage = approval.stages.find(
    (stage) => stage.stage > approval.stage && stage.approvers.some((approver) => approver.id === actor.id),
  )
  return laterStage ? 'An earlier stage is still open.' : notApproverMessage
}

export const ownRequestMessage = 'You can’t approve your own request.'
const notApproverMessage = 'You aren’t an approver of this request.'

function isParticipant(actor: Person, approval: ApprovalFacts): boolean {
  if (approval.requester.id === actor.id) return true
  return approval.stages.some(
    (stage) =>
      stage.approvers.some((approver) => approver.id === actor.id) ||
      stage.decisions.some(({ person, onBehalfOf }) => person.id === actor.id || onBehalfOf?.id === actor.id),
  )
}
