export const rolloutListLabels = {
  none: 'No rollouts yet',
  create: 'New rollout',
} as const

export const rolloutFormLabels = {
  file: 'CSV file with store numbers',
  plan: 'Rollout plan',
  onlyProblems: 'Only problems',
  waveSize: 'Wave size',
  failureLimit: 'Failure limit',
} as const

export const rolloutActionLabels = {
  showFailed: 'Show failed stores',
  stores: 'Stores of this rollout',
  retryAndResume: 'Retry and resume',
} as const

export const storeLookupLabels = {
  find: 'Find store',
  unreachable: 'We can’t reach the store directory right now',
} as const
