import type { ApprovalStatus, ReplayChange } from '../../../db/tables.ts'

/** Why a change deserves a look, in words; null when it is as one would expect. */
export function remarkOn(change: {
  change: ReplayChange
  odd: number
  status: ApprovalStatus
  risk: number
  decidedBy: string | undefined
}): string | null {
  if (change.odd === 0) return null
  const who = change.decidedBy ?? 'Somebody'
  switch (change.change) {
    case 'nobodyDecides':
      return 'No rule and no stage would be for it: it could not have been filed.'
    case 'approvedAtOnce':
      if (change.status === 'rejected') return `${who} rejected it.`
      if (change.status === 'changes_requested') return `${who} wanted it changed first.`
      return `Its risk was ${change.risk} of 100, and nobody would have looked at it.`
    case 'rejectedAtOnce':
      return change.status === 'approved' ? `${who} approved it.` : 'It would not have come before anybody.'
    case 'fewerStages':
      return change.status === 'rejected'
        ? `${who} rejected it; fewer people would have looked at it.`
        : 'Fewer people would have looked at it.'
    default:
      return null
  }
}
