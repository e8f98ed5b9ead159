import type { ApprovalStatus } from '../db/tables.ts'
import { Failure } from '../errors.ts'

export const stageDecided = 'This stage has already been decided.'
export const closedMessages: Record<Exclude<ApprovalStatus, 'pending'>, string> = {
  approved: 'This request has already been approved.',
  rejected: 'This request has already been rejected.',
  changes_requested: 'Changes have already been requested.',
  expired: 'This request has expired.',
  cancelled: 'This approval no longer applies: the request was changed or withdrawn.',
}

/**
 * A vote, substitute or reassignment applies to the stage that the person saw, and only while that stage is open.
 * @throws alreadyDecided
 */
export function requireOpenStage(approval: { status: ApprovalStatus; stage: number }, shownStage: number): void {
  const reload = 'Reload to see the status of the request.'
  if (approval.status !== 'pending') throw new Failure('alreadyDecided', `${closedMessages[approval.status]} ${reload}`)
  if (approval.stage === shownStage) return
  throw new Failure('alreadyDecided', `${shownStage < approval.stage ? stageDecided : 'This stage is not open.'} ${reload}`)
}
