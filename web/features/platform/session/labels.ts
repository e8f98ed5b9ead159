import { shellLabels } from '../../../shell/shellLabels.ts'

export const sessionLabels = {
  wentThrough: 'Your request went through',
  loadingPage: 'Loading page',
  signOut: 'Sign out',
  giveFeedback: shellLabels.giveFeedback,
  continueAction: 'Continue where you left off?',
} as const
