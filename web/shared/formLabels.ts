export const formProblemLabels = {
  confirmIdentity: 'Confirm your identity',
  fields: 'The form needs your attention',
  changedElsewhere: 'Someone else changed this while you had it open',
} as const
