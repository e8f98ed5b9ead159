import { formatDateTime } from '../ui/format.ts'
import type { ApprovalStage } from './requestTypes.ts'
import { count } from './waits.ts'

export const approvalLabels = {
  stages: 'Approval stages',
  remind: 'Remind approvers',
  decide: 'Decide',
  view: 'View approval',
  waiting: 'Waiting',
  approvers: 'Approvers',
  usualWait: 'Usually decided in',
  usualLimit: (limit: string) => `90% within ${limit}`,
  votesNeeded: (votes: number) => `${count(votes, 'more vote')} needed`,
  reminded: 'Reminded',
  resubmitted: 'resubmitted',
  changesRequestedBy: (person: string) => `${person} requested changes`,
  restartsApproval: 'Resubmitting restarts the approval, because approvers need to review the new version.',
} as const

export const voteLabels: Record<NonNullable<ApprovalStage['decisions'][number]['reason']> | 'stageClosed', string> = {
  accountDisabled: 'This vote doesn’t count, because the approver’s user account is disabled.',
  seatLost: 'This vote doesn’t count, because the approver can no longer decide on this stage.',
  delegationEnded: 'This vote doesn’t count, because the delegation has ended.',
  countedAlready: 'This vote doesn’t count, because the same person or seat has another vote.',
  stageClosed: 'This vote didn’t count when the stage closed.',
}

export function describeApproverAbsence(
  { until, byCalendar }: NonNullable<ApprovalStage['approvers'][number]['away']>,
  delegateName: string | undefined,
): string {
  const end = until ? ` until ${formatDateTime(until, { time: false })}` : ''
  return `away${end}${byCalendar ? ', according to their calendar' : ''}${delegateName ? `; ${delegateName} can decide` : ''}`
}

export const describeOnBehalf = (person: string): string => `for ${person}`

export const describeReassignment = (person: string, comment: string): string =>
  `${describeOnBehalf(person)}, who reassigned it: “${comment}”`
