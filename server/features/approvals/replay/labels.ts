import type { ReplayChange, ReplaySide } from '../../../db/tables.ts'

export const changeLabels: Record<ReplayChange, string> = {
  approvedAutomatically: 'Approved automatically',
  rejectedAutomatically: 'Rejected automatically',
  noStage: 'No approver available',
  approvalAdded: 'Approval needed',
  moreStages: 'More stages',
  fewerStages: 'Fewer stages',
  differentApprovers: 'Different approvers',
  differentDeadlines: 'Different deadlines',
}

export function describeReplayOutcome({ outcome, reason, stages }: ReplaySide): string {
  if (outcome === 'stages') return `Asked: ${stages.join(', then ')}`
  if (outcome === 'noStage') return 'No approver available'
  return `${outcome === 'approved' ? 'Approved' : 'Rejected'} automatically: ${reason ?? ''}`
}
