import { count } from '../../../shared/waits.ts'

export const pullRequestLabels = {
  open: 'Open pull requests',
  merge: 'Merge',
  merged: (number: number) => `Pull request #${number} merged`,
  merging: (number: number) => `Merging pull request #${number}`,
  denied: 'Only administrators and auditors can see pull requests. To see the status of your requests, open the requests.',
  none: 'No open pull requests',
  files: 'Changed files',
  changed: 'The pull request changed since you opened it',
  confirmReview: 'Confirm review',
} as const

export const failedUpdateLabels = {
  updates: 'Failed account changes',
  none: 'No failed account changes.',
  retryAll: 'Retry all',
  retrySelected: (changes: number) => `Retry ${changes}`,
  retried: (changes: number) => `${count(changes, 'account change')} retried`,
} as const

export const checkLabels = { success: 'passed', failure: 'failed', pending: 'running' } as const

export const mergeStatusLabels = {
  ready: 'Ready to merge',
  checksFailed: 'Checks failed',
} as const
