import { roleWords } from '../../../shared/requestStatus.ts'
import type { ApprovalItem } from '../../../shared/requestTypes.ts'
import { subjectOf } from '../../../subjects.ts'

export type Decision = 'approve' | 'reject' | 'requestChanges'
/** What one may say: a decision, a word without one, or that somebody else decides it better. */
export type Mode = Decision | 'comment' | 'passOn'

/** The three decisions in words (`on`: before what is decided on), with the key that takes each. */
export const decisions: Record<Decision, { label: string; on: string; key: string; asks: string }> = {
  approve: { label: 'Approve', on: 'Approve', key: 'a', asks: 'A word for the requester' },
  requestChanges: { label: 'Ask for changes', on: 'Ask for changes to', key: 'c', asks: 'What should be changed?' },
  reject: { label: 'Reject', on: 'Reject', key: 'r', asks: 'Why not?' },
}

export function outcomeOf(decision: Decision, after: ApprovalItem, votedAt: number): string {
  const name = after.requester.displayName.split(' ')[0]
  if (decision === 'reject') return `Rejected. ${name} has been told why.`
  if (decision === 'requestChanges') return `Sent back to ${name} with your words.`
  if (after.status === 'approved') return `Approved. ${subjectOf(after).approved}`
  const open = after.stages.find((stage) => stage.stage === after.stage)
  if (open && after.stage !== votedAt) return `Approved. It goes on to ${roleWords(open.name)}.`
  return 'Your vote counts. Others of this stage have to agree too.'
}

/** The same where only the new status is known: a stage with enough votes has gone on to the next. */
export function outcomeOfMany(decision: Decision, before: ApprovalItem, status: string): string {
  const open = before.stages.find((stage) => stage.stage === before.stage)
  const enough = open !== undefined && open.missing <= 1
  const stage = status === 'pending' && decision === 'approve' && enough ? before.stage + 1 : before.stage
  return outcomeOf(decision, { ...before, status, stage }, before.stage)
}

/** How many of these look the same at first sight, at the same stage; which of them are odd, the server says. */
export function alikeCount(one: ApprovalItem, items: readonly ApprovalItem[]): number {
  const shape = shapeOf(one)
  return shape === undefined ? 0 : items.filter((item) => item.can.decide === true && shapeOf(item) === shape).length
}

function shapeOf(item: ApprovalItem): string | undefined {
  const { shape } = subjectOf(item)
  return shape && [item.subjectKind, ...shape, item.stages.find((stage) => stage.stage === item.stage)?.name].join(' ')
}
