import type { ReplayChange, ReplaySide } from '../../../db/tables.ts'

export const changeLabels: Record<ReplayChange, string> = {
  approvedAtOnce: 'Approved automatically',
  rejectedAtOnce: 'Rejected automatically',
  nobodyDecides: 'No approver available',
  askedFirst: 'Approval needed',
  moreStages: 'More stages',
  fewerStages: 'Fewer stages',
  otherPeople: 'Different approvers',
  otherTimes: 'Different deadlines',
}

export function describeReplayOutcome({ outcome, because, stages }: ReplaySide): string {
  if (outcome === 'asked') return `Asked: ${stages.join(', then ')}`
  if (outcome === 'nobody') return 'No approver available'
  return `${outcome === 'approved' ? 'Approved' : 'Rejected'} automatically: ${because ?? ''}`
}
