export const pullRequestLabels = {
  open: 'Open pull requests',
  none: 'No open pull requests',
  files: 'Changed files',
  changed: 'The pull request changed since you opened it',
  confirmReview: 'Confirm review',
} as const

export const failedUpdateLabels = {
  updates: 'Failed account changes',
  none: 'No failed account changes.',
  retryAll: 'Retry all',
} as const

export const mergeStatusLabels = {
  ready: 'Ready to merge',
  checksFailed: 'Checks failed',
} as const
