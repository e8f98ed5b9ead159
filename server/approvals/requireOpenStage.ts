import type { ApprovalStatus } from '../db/tables.ts'
import { Failure } from '../errors.ts'

const closed: Record<Exclude<ApprovalStatus, 'pending'>, string> = {
  approved: 'This request has already been approved.',
  rejected: 'This request has already been rejected.',
  changes_requested: 'Changes have already been requested.',
  expired: 'This request has expired.',
  // A changed request gets a new approval, and the earlier approval is cancelled.
  cancelled: 'This approval no longer applies: the request was changed or withdrawn.',
}

/**
 * Votes, substitutes and reassignments apply to the stage that was shown, while it is open.
 * @throws alreadyDecided
 */
export function requireOpenStage(approval: { status: ApprovalStatus; stage: number }, shown: number): void {
  const reload = 'Reload to see the status of the request.'
  if (approval.status !== 'pending') throw new Failure('alreadyDecided', `${closed[approval.status]} ${reload}`)
  if (approval.stage === shown) return
  throw new Failure('alreadyDecided', `This stage ${shown < approval.stage ? 'has already been decided' : 'is not open'}. ${reload}`)
}
