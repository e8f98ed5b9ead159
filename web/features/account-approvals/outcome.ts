import { roleWords } from '../../shared/requestStatus.ts'
import type { ApprovalItem } from '../../shared/requestTypes.ts'

export type Decision = 'approve' | 'reject' | 'requestChanges'

/** The three decisions in words (`on`: before what is decided on), with the key that takes each. */
export const decisions: Record<Decision, { label: string; on: string; key: string; asks: string }> = {
  approve: { label: 'Approve', on: 'Approve', key: 'a', asks: 'A word for the requester' },
  requestChanges: { label: 'Ask for changes', on: 'Ask for changes to', key: 'c', asks: 'What should be changed?' },
  reject: { label: 'Reject', on: 'Reject', key: 'r', asks: 'Why not?' },
}

/** What one's vote has brought about. */
export function outcomeOf(decision: Decision, after: ApprovalItem, votedAt: number): string {
  const name = after.requester.displayName.split(' ')[0]
  if (decision === 'reject') return `Rejected. ${name} has been told why.`
  if (decision === 'requestChanges') return `Sent back to ${name} with your words.`
  if (after.status === 'approved')
    return after.access || after.sandboxAccess
      ? `Approved. The directory is told, and ${name} hears of it.`
      : after.update || after.sandboxRequest?.kind === 'extension'
        ? 'Approved. Slipway begins to carry it out.'
        : 'Approved. Slipway begins to build it.'
  const open = after.stages.find((stage) => stage.stage === after.stage)
  if (open && after.stage !== votedAt) return `Approved. It goes on to ${roleWords(open.name)}.`
  return 'Your vote counts. Others of this stage have to agree too.'
}

/** Requests that look the same to whoever decides, at the same stage: of one family and environment, one template, or one group. */
export function alike(one: ApprovalItem, items: readonly ApprovalItem[]): ApprovalItem[] {
  const shape = shapeOf(one)
  return shape === undefined ? [] : items.filter((item) => shapeOf(item) === shape)
}

function shapeOf(item: ApprovalItem): string | undefined {
  const { request, sandboxRequest, sandboxAccess } = item
  const shape =
    (request && [request.family.id, request.environment]) ??
    (sandboxRequest && [sandboxRequest.kind, sandboxRequest.template.id]) ??
    (sandboxAccess && [sandboxAccess.sandbox.id, sandboxAccess.group.id])
  return shape ? [...shape, item.stages.find((stage) => stage.stage === item.stage)?.name].join(' ') : undefined
}
