import type { Verdict } from '../auth/access.ts'
import type { Person } from '../auth/actor.ts'

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

export function approvalCan(
  actor: Person,
  approval: ApprovalFacts,
): Record<'decide' | 'comment' | 'reassign' | 'revokeReassignment', Verdict> {
  const comment = approval.status !== 'pending' ? 'This request was already decided.' : isParticipant(actor, approval) ? true : stranger
  return { decide: canDecide(actor, approval), comment, ...reassigning(actor, approval) }
}

/** Decides whether the actor can reassign this decision, and revoke the reassignment. It can be reassigned only once. */
function reassigning(actor: Person, approval: ApprovalFacts): { reassign: Verdict; revokeReassignment: Verdict } {
  const may = canDecide(actor, approval)
  const open = approval.stages.find((stage) => stage.stage === approval.stage)
  const passed = open?.approvers.find(({ id, onBehalfOf, reassigned }) => reassigned && [id, onBehalfOf?.id].includes(actor.id))
  const holder = open?.approvers.find(({ id }) => id === actor.id)?.onBehalfOf
  const revokeReassignment = !passed ? 'This decision wasn’t reassigned.' : may
  if (may !== true) return { reassign: may, revokeReassignment }
  if (holder) return { reassign: `${holder.displayName} can reassign this decision, only once.`, revokeReassignment }
  if (passed)
    return {
      reassign: `You reassigned this decision to ${passed.displayName ?? 'another person'}. Revoke the reassignment first.`,
      revokeReassignment,
    }
  if (approval.subject_kind === 'pimActivation')
    return { reassign: 'Azure names the approvers of this role. Change them there.', revokeReassignment }
  return { reassign: true, revokeReassignment }
}

const dayMs = 86_400_000

export function canRemind(actor: Person, approval: ApprovalFacts & { reminded_by_requester_at: Date | null }, now: Date): Verdict {
  if (approval.requester.id !== actor.id) return 'Only the requester can remind the approvers.'
  if (approval.status !== 'pending') return 'This request isn’t waiting for a decision.'
  const open = approval.stages.find((stage) => stage.stage === approval.stage)
  if (open?.approvers.length === 0) return 'You can’t send a reminder because no approver is available now.'
  const nextReminderAt = approval.reminded_by_requester_at && new Date(approval.reminded_by_requester_at.getTime() + dayMs)
  if (nextReminderAt && nextReminderAt > now) return `You sent a reminder. You can send another ${describeTime(nextReminderAt, now)}.`
  return true
}

function describeTime(at: Date, now: Date): string {
  const hours = Math.ceil((at.getTime() - now.getTime()) / 3_600_000)
  return hours <= 1 ? 'within the hour' : `in ${hours} hours`
}

function canDecide(actor: Person, approval: ApprovalFacts): Verdict {
  if (approval.status !== 'pending') return 'This request was already decided.'
  if (approval.requester.id === actor.id) return ownRequest
  const open = approval.stages.find((stage) => stage.stage === approval.stage)
  const own = open?.decisions.find((decision) => decision.person.id === actor.id)
  if (own) return own.counts ? 'You voted. Other approvers of this stage must vote.' : 'You voted, but your vote no longer counts.'
  const counting = open?.decisions.filter(({ counts }) => counts) ?? []
  const seat = open?.approvers.find((approver) => approver.id === actor.id)
  if (seat) {
    const delegate = counting.find((decision) => decision.onBehalfOf?.id === actor.id)
    if (delegate) return `${delegate.person.displayName ?? 'Someone'} voted for you. Other approvers of this stage must vote.`
    const holder = seat.onBehalfOf
    if (holder && counting.some(({ person, onBehalfOf }) => person.id === holder.id || onBehalfOf?.id === holder.id))
      return `The vote of ${holder.displayName}, whose delegate you are, was counted. Other approvers of this stage must vote.`
    return true
  }
  const voted = approval.stages.some((stage) => stage.decisions.some((decision) => decision.person.id === actor.id))
  if (voted) return 'You decided. Another stage is open now.'
  const later = approval.stages.find(
    (stage) => stage.stage > approval.stage && stage.approvers.some((approver) => approver.id === actor.id),
  )
  return later ? 'An earlier stage is still open.' : stranger
}

/** The reason for requesters, whatever else they are. */
export const ownRequest = 'You can’t approve your own request.'
const stranger = 'You aren’t an approver of this request.'

function isParticipant(actor: Person, approval: ApprovalFacts): boolean {
  if (approval.requester.id === actor.id) return true
  return approval.stages.some(
    (stage) =>
      stage.approvers.some((approver) => approver.id === actor.id) ||
      stage.decisions.some(({ person, onBehalfOf }) => person.id === actor.id || onBehalfOf?.id === actor.id),
  )
}
