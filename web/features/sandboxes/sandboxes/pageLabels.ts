export const requestFormLabels = {
  templates: 'Sandbox templates',
  title: 'Request sandbox',
  purpose: 'What do you want to try?',
  noApproval: 'No approval needed.',
  draftSaved: 'Draft saved in this browser',
  send: 'Submit request',
  noTemplate: 'Choose a template.',
  shortPurpose: 'Describe what you want to try in at least 10 characters.',
} as const

export const requestPageLabels = {
  automatic: 'Approved automatically',
  open: 'Open sandbox',
  resubmit: 'Edit and resubmit',
  withdraw: 'Withdraw request',
  withdrawn: 'Request withdrawn. Nothing was changed.',
  edit: 'Edit request',
  details: 'Request details',
} as const

export const extensionLabels = {
  hours: 'More time',
  budget: 'More budget',
} as const

export const sandboxPageLabels = {
  more: 'More actions',
  invite: 'Invite people',
  moreBudget: 'Request more budget',
  undo: 'Undo deletion',
  restore: 'Extend and restore',
  request: 'Request access',
  sendRequest: 'Submit request',
  membersOnly: 'Members only',
  notInvited: 'No access granted',
  spendByDay: 'Spend by day',
} as const

export const failureLabels = {
  noRun: 'No run exists for this sandbox',
  notRetried: 'Administrators have been notified',
  details: 'Failure details',
  viewRun: 'View run',
} as const

export const statusTitles = {
  noBudget: 'Frozen: budget used up',
  leaseEnded: 'Lease ended',
  removalFailed: 'Removal failed',
  setupFailed: 'Setup failed',
  deleted: 'Sandbox deleted',
} as const
