export const sessionLabels = {
  wentThrough: 'Your request went through',
  loadingPage: 'Loading page',
  signOut: 'Sign out',
  giveFeedback: 'Give feedback',
  continueAction: 'Continue where you left off?',
} as const
