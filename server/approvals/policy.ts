import type { Verdict } from '../access/access.ts'
import type { Person } from '../access/actor.ts'

interface ApprovalFacts {
  status: string
  stage: number
  requester: { id: string }
  stages: { stage: number; approvers: { id: string }[]; decisions: { person: { id: string } }[] }[]
}

/** What the actor may do to an approval. The vote itself is checked again under lock. */
export function approvalCan(actor: Person, approval: ApprovalFacts): { decide: Verdict } {
  if (approval.status !== 'pending') return { decide: 'It has been decided.' }
  if (approval.requester.id === actor.id) return { decide: 'Nobody decides on an own request.' }
  const open = approval.stages.find((stage) => stage.stage === approval.stage)
  if (open?.decisions.some((decision) => decision.person.id === actor.id))
    return { decide: 'You have voted; others of this stage still have to.' }
  if (open?.approvers.some((approver) => approver.id === actor.id)) return { decide: true }
  const voted = approval.stages.some((stage) => stage.decisions.some((decision) => decision.person.id === actor.id))
  if (voted) return { decide: 'You have decided; another stage is being decided now.' }
  const later = approval.stages.find(
    (stage) => stage.stage > approval.stage && stage.approvers.some((approver) => approver.id === actor.id),
  )
  return {
    decide: later ? 'It is not your turn yet: an earlier stage is being decided.' : 'You are not among the people who may decide on this.',
  }
}

/** Whether the actor may see it: the requester, whoever may decide or has decided at any stage, admins and auditors. */
export function maySeeApproval(actor: Person, approval: ApprovalFacts): boolean {
  if (actor.admin || actor.auditor || approval.requester.id === actor.id) return true
  return approval.stages.some(
    (stage) =>
      stage.approvers.some((approver) => approver.id === actor.id) || stage.decisions.some((decision) => decision.person.id === actor.id),
  )
}
