export const sessionLabels = {
  signOut: 'Sign out',
  giveFeedback: 'Give feedback',
  continueAction: 'Continue where you left off?',
} as const
