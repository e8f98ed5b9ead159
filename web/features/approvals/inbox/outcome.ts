import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { subjectOf } from '../../../subjects.ts'
import { type Decision, inboxLabels } from './labels.ts'

export type Mode = Decision | 'comment' | 'reassign'

export function outcomeOf(decision: Decision, after: ApprovalItem, votedAt: number): string {
  const name = after.requester.displayName.split(' ')[0]
  if (decision === 'reject') return `Rejected. ${name} has been notified of the reason.`
  if (decision === 'requestChanges') return `Changes requested. ${name} has been notified.`
  if (after.status === 'approved') return `Approved. ${subjectOf(after).approved}`
  const open = after.stages.find((stage) => stage.stage === after.stage)
  if (open && after.stage !== votedAt) return inboxLabels.nextStage(open.name)
  return 'Vote recorded. This stage needs more votes.'
}

/** A bulk result has only the new status, so the outcome of a stage is derived from the stages before the vote. */
export function outcomeOfMany(decision: Decision, before: ApprovalItem, status: string): string {
  const open = before.stages.find((stage) => stage.stage === before.stage)
  const enough = open !== undefined && open.missing <= 1
  const stage = status === 'pending' && decision === 'approve' && enough ? before.stage + 1 : before.stage
  return outcomeOf(decision, { ...before, status, stage }, before.stage)
}

/** Counts similar approvals at the same stage. The server decides which of them differ. */
export function similarCount(entry: ApprovalItem, items: readonly ApprovalItem[]): number {
  const shape = shapeOf(entry)
  return shape === undefined ? 0 : items.filter((item) => item.can.decide === true && shapeOf(item) === shape).length
}

function shapeOf(item: ApprovalItem): string | undefined {
  const { shape } = subjectOf(item)
  return shape && [item.subjectKind, ...shape, item.stages.find((stage) => stage.stage === item.stage)?.name].join(' ')
}
