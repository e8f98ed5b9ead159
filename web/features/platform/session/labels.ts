import { shellLabels } from '../../../shell/shellLabels.ts'

export const sessionLabels = {
  submitted: 'Your request went through',
  loadingPage: 'Loading page',
  signOut: 'Sign out',
  giveFeedback: shellLabels.giveFeedback,
  notNow: 'Not now',
  continuing: 'Continuing after your sign-in',
  continueAction: 'Continue where you left off?',
} as const
