export type Decision = 'approve' | 'reject' | 'requestChanges'

/** Labels of the decisions, with their keyboard shortcuts. `on` precedes the subject’s name. */
export const decisions: Record<Decision, { label: string; on: string; key: string; asks: string }> = {
  approve: { label: 'Approve', on: 'Approve', key: 'a', asks: 'Comment for the requester' },
  requestChanges: { label: 'Request changes', on: 'Request changes to', key: 'c', asks: 'Changes needed' },
  reject: { label: 'Reject', on: 'Reject', key: 'r', asks: 'Reason for rejection' },
}

export const reasonProblems = {
  reject: 'Enter a reason that the requester can act on.',
  requestChanges: 'Enter the changes that you need.',
} as const

export const inboxLabels = {
  costAndCapacity: 'Cost and capacity',
  all: 'All approvals',
  none: 'No pending approvals',
  allDone: 'All done',
  noDecisions: 'No decisions yet',
  viewDecisions: 'View your decisions',
  comment: 'Comment or question',
  findingSimilar: 'Finding similar requests',
  selected: 'Selected requests',
  different: 'Different requests',
  reassigned: 'who reassigned this request to you',
  goneTitle: 'No longer assigned to you',
} as const
