import type { ApprovalStatus, ReplayChange } from '../../../db/tables.ts'

export function remarkOn(change: {
  change: ReplayChange
  odd: number
  status: ApprovalStatus
  risk: number
  decidedBy: string | undefined
}): string | null {
  if (change.odd === 0) return null
  const who = change.decidedBy ?? 'Someone'
  switch (change.change) {
    case 'nobodyDecides':
      return 'No rule or stage matches, so this request couldn’t be submitted.'
    case 'approvedAtOnce':
      if (change.status === 'rejected') return `${who} rejected it.`
      if (change.status === 'changes_requested') return `${who} requested changes.`
      return `Risk ${change.risk} of 100, and no approver would have seen it.`
    case 'rejectedAtOnce':
      return change.status === 'approved' ? `${who} approved it.` : 'No approver would have seen it.'
    case 'fewerStages':
      return change.status === 'rejected'
        ? `${who} rejected it; fewer approvers would have seen it.`
        : 'Fewer approvers would have seen it.'
    default:
      return null
  }
}
