import type { ReplaySide, StageDifference } from '../../../db/tables.ts'
import { formatHours } from '../../../format.ts'
import type { ReplayChangeKind } from './compare.ts'

export const changeLabels: Record<ReplayChangeKind, string> = {
  approvedAutomatically: 'Approved automatically',
  rejectedAutomatically: 'Rejected automatically',
  noStage: 'No approver available',
  approvalAdded: 'Approval needed',
  moreStages: 'More stages',
  fewerStages: 'Fewer stages',
  differentApprovers: 'Different approvers or votes',
  differentDeadlines: 'Different deadlines',
  differentReminders: 'Different reminders',
}

export const votesLabels: Record<NonNullable<ReplaySide['votes']>, string> = { more: 'More votes', fewer: 'Fewer votes' }

export function describeReplayOutcome({ outcome, reason, stages, minimums = [] }: Omit<ReplaySide, 'differences'>): string {
  if (outcome === 'stages') {
    const names = stages.map((name, index) => ((minimums[index] ?? 1) > 1 ? `${name} (${minimums[index]} votes)` : name))
    return `Asked: ${names.join(', then ')}`
  }
  if (outcome === 'noStage') return 'No approver available'
  return `${outcome === 'approved' ? 'Approved' : 'Rejected'} automatically: ${reason ?? ''}`
}

export const partLabels: Record<StageDifference['part'], string> = {
  approvers: 'other approvers',
  votes: 'votes needed',
  alternates: 'other substitutes',
  escalation: 'substitutes decide after',
  deadline: 'expires after',
  reminder: 'reminder after',
}

/** Describes a difference as “Tower lead: reminder after 4 days, not 2 days”. */
export function describeDifference({ stage, part, before, after }: StageDifference): string {
  const format = (value: number | null) => (value === null ? 'never' : part === 'votes' ? String(value) : formatHours(value))
  const values = part === 'approvers' || part === 'alternates' ? '' : ` ${format(after)}, not ${format(before)}`
  return `${stage}: ${partLabels[part]}${values}`
}
