import type { ApprovalStatus } from '../../../db/tables.ts'
import type { ReplayChangeKind } from './compare.ts'

export function describeReplayChange(change: {
  change: ReplayChangeKind
  severity: number
  status: ApprovalStatus
  risk: number
  decidedBy: string | undefined
}): string | null {
  if (change.severity === 0) return null
  const approverName = change.decidedBy ?? 'Someone'
  switch (change.change) {
    case 'noStage':
      return 'No rule or stage matches, so this request couldn’t be submitted.'
    case 'approvedAutomatically':
      if (change.status === 'rejected') return `${approverName} rejected this request.`
      if (change.status === 'changes_requested') return `${approverName} requested changes to this request.`
      return `Risk ${change.risk} of 100, and no approver would have seen it.`
    case 'rejectedAutomatically':
      return change.status === 'approved' ? `${approverName} approved this request.` : 'No approver would have seen it.'
    case 'fewerStages':
      return change.status === 'rejected'
        ? `${approverName} rejected this request; fewer approvers would have seen it.`
        : 'Fewer approvers would have seen it.'
    default:
      return null
  }
}
