import { shellLabels } from '../../../shell/shellLabels.ts'

export const sessionLabels = {
  submitted: 'Your request went through',
  loadingPage: 'Loading page',
  signOut: 'Sign out',
  giveFeedback: shellLabels.giveFeedback,
  notNow: 'Not now',
  isSending: 'The request was sent. Wait for the response.',
  continuing: 'Continuing after your sign-in',
  continueAction: 'Continue where you left off?',
} as const
