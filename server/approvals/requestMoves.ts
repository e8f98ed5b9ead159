import type { RequestStatus } from '../db/tables.ts'

/** The allowed moves of a request; the database holds the same table, and lets an approved one end as cancelled once its work has been called off. */
export const requestMoves: Record<RequestStatus, readonly RequestStatus[]> = {
  draft: ['pending_approval', 'cancelled'],
  pending_approval: ['approved', 'rejected', 'expired', 'cancelled', 'changes_requested'],
  changes_requested: ['pending_approval', 'cancelled', 'expired'],
  approved: [],
  rejected: [],
  expired: [],
  cancelled: [],
}

export function mayMove(from: RequestStatus, to: RequestStatus): boolean {
  return requestMoves[from].includes(to)
}
