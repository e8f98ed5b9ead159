import { count } from '../../../shared/waits.ts'

export const requestFormLabels = {
  templates: 'Sandbox templates',
  request: 'Request',
  title: 'Request sandbox',
  name: 'Name',
  tower: 'Tower',
  approval: 'Approval',
  availability: 'Availability',
  resubmit: 'Resubmit',
  purpose: 'What do you want to try?',
  noApproval: 'No approval needed.',
  draftSaved: 'Draft saved in this browser',
  send: 'Submit request',
  noTemplate: 'Choose a template.',
  shortPurpose: 'Describe what you want to try in at least 10 characters.',
} as const

export const requestPageLabels = {
  automatic: 'Approved automatically',
  automaticRejection: 'Rejected automatically',
  ready: (sandbox: string) => `${sandbox} is ready`,
  extensionOf: (sandbox: string) => `Extension of ${sandbox}`,
  open: 'Open sandbox',
  resubmit: 'Edit and resubmit',
  withdraw: 'Withdraw request',
  withdrawn: 'Request withdrawn. Nothing was changed.',
  edit: 'Edit request',
  details: 'Request details',
} as const

export const extensionLabels = {
  of: (sandbox: string) => `Extend ${sandbox}`,
  submit: 'Extend sandbox',
  pending: (reference: string) => `Extension ${reference} is pending approval.`,
  hours: 'More time',
  budget: 'More budget',
} as const

export const sandboxPageLabels = {
  more: 'More actions',
  status: 'Status',
  spend: 'Spend',
  spentBy: (amount: string, time: string, isBilled: boolean) => `${amount} by ${time}, ${isBilled ? 'billed' : 'estimated'}`,
  spendOverTime: 'Spend over time. Use the arrow keys to read values.',
  people: 'People',
  peopleIn: (sandbox: string) => `People in ${sandbox}`,
  activity: 'Activity',
  freeze: 'Freeze',
  resume: 'Resume',
  delete: 'Delete',
  deleteNamed: (sandbox: string) => `Delete ${sandbox}`,
  losesAccess: (people: number) => `${count(people, 'person', 'people')} will lose access.`,
  invitePeopleTo: (sandbox: string) => `Invite people to ${sandbox}`,
  inviteMany: (people: number) => `Invite ${people} people`,
  invited: (people: string) => `${people} invited`,
  pasteAddresses: 'Or paste email addresses',
  notAccepted: (addresses: number) => `${count(addresses, 'address', 'addresses')} not accepted`,
  moreFor: (person: string, group: string) => `More actions for ${person} as ${group.toLocaleLowerCase()}`,
  remove: 'Remove',
  requestAccessTo: (sandbox: string) => `Request access to ${sandbox}`,
  approvers: (names: readonly string[]) => `Approvers: ${names.join(', ')}.`,
  accessRequests: (requests: number) => count(requests, 'access request'),
  approve: 'Approve',
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
  failedAt: (step: string) => `Failed at “${step}”`,
  attempts: (attempts: number) => count(attempts, 'failed attempt'),
  retry: 'Retry',
  viewRun: 'View run',
} as const

export const statusTitles = {
  active: 'Active',
  frozenByOwner: 'Frozen by an owner',
  deletedBy: (person: string) => `Deleted by ${person}`,
  noBudget: 'Frozen: budget used up',
  leaseEnded: 'Lease ended',
  removalFailed: 'Removal failed',
  setupFailed: 'Setup failed',
  deleted: 'Sandbox deleted',
} as const
