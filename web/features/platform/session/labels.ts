export const sessionLabels = {
  giveFeedback: 'Give feedback',
  continueAction: 'Continue where you left off?',
} as const
