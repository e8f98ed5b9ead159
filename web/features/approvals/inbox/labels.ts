import { describeStage } from '../../../shared/requestStatus.ts'
import { count } from '../../../shared/waits.ts'
import { locale } from '../../../ui/locale.ts'

const conjunction = new Intl.ListFormat(locale, { type: 'conjunction' })

export type Decision = 'approve' | 'reject' | 'requestChanges'

export const decisions: Record<Decision, { label: string; on: string; asks: string }> = {
  approve: { label: 'Approve', on: 'Approve', asks: 'Comment for the requester' },
  requestChanges: { label: 'Request changes', on: 'Request changes to', asks: 'Changes needed' },
  reject: { label: 'Reject', on: 'Reject', asks: 'Reason for rejection' },
}

export const reasonProblems = {
  reject: 'Enter a reason that the requester can act on.',
  requestChanges: 'Enter the changes that you need.',
} as const

export const inboxLabels = {
  expectedSpend: 'Expected spend by the new end',
  earlierDecisions: 'Earlier decisions',
  costAndCapacity: 'Cost and capacity',
  all: 'All approvals',
  list: 'Approvals',
  back: 'Back',
  none: 'No pending approvals',
  allDone: 'All done',
  noApprovals: 'No approvals yet',
  noMatch: 'No matching approvals',
  viewAll: 'View all approvals',
  noWarnings: 'No warnings.',
  noWarningsBesidesRisk: 'No warnings besides the risk.',
  noRisks: 'No risks found.',
  warningsNotScored: 'The score doesn’t include serious warnings.',
  seriousWarnings: (warnings: number) => count(warnings, 'serious warning'),
  selectSimilar: 'Select similar',
  comment: 'Comment or question',
  findingSimilar: 'Finding similar requests',
  selected: 'Selected requests',
  different: 'Different requests',
  reassigned: 'who reassigned this request to you',
  evidenceAsOf: 'Evidence as of the end of this round:',
  newRound: 'Open the new round',
  goneTitle: 'No longer assigned to you',
  changes: 'Changes',
  previousRound: 'Since the previous round',
  noChanges: 'The request is the same.',
  changesNotRecorded: 'The changes weren’t recorded.',
  comments: 'Comments',
  addComment: 'Comment',
  reassign: 'Reassign',
  decide: 'Decide',
  drafts: (decisions: readonly string[]) => `Unsent text: ${conjunction.format(decisions)}`,
  done: 'Done',
  sendingDecision: 'Your decision is being sent.',
  select: (name: string) => `Select ${name}`,
  decideOn: (requests: number) => `Decide on ${count(requests, 'request')}`,
  resultsOf: (requests: number) => `Results of ${count(requests, 'request')}`,
  left: (requests: number) => (requests === 0 ? 'none left' : `${requests} left`),
  sandboxesOf: (requester: string) => `${requester}’s sandboxes`,
  nextStage: (stage: string) => `Approved. Next stage: ${describeStage(stage)}.`,
} as const

export const decisionOn = (decision: Decision, subject: string): string => `${decisions[decision].on} ${subject}`
