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

export const failureLabels = {
  noRun: 'No run exists for this sandbox',
  notRetried: 'Administrators have been notified',
  details: 'Failure details',
  failedAt: (step: string) => `Failed at “${step}”`,
  attempts: (attempts: number) => count(attempts, 'failed attempt'),
  retry: 'Retry',
  viewRun: 'View run',
} as const
