import type { RequestStatus } from '../db/tables.ts'

/** The database has the same table, and also allows an approved request to be cancelled when its run is cancelled. */
export const requestTransitions: Record<RequestStatus, readonly RequestStatus[]> = {
  draft: ['pending_approval', 'cancelled'],
  pending_approval: ['approved', 'rejected', 'expired', 'cancelled', 'changes_requested'],
  changes_requested: ['pending_approval', 'cancelled', 'expired'],
  approved: [],
  rejected: [],
  expired: [],
  cancelled: [],
}

export function isTransitionAllowed(from: RequestStatus, to: RequestStatus): boolean {
  return requestTransitions[from].includes(to)
}
