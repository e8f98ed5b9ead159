import { shellLabels } from '../../../shell/shellLabels.ts'

export const sessionLabels = {
  ended: 'Your session has ended. Sign in to continue; your input is kept.',
  unreachable: 'Can’t reach Slipway',
  failed: 'Slipway couldn’t be loaded',
  submitted: 'Your request went through',
  open: 'Open',
  loadingPage: 'Loading page',
  signOut: 'Sign out',
  giveFeedback: shellLabels.giveFeedback,
  notNow: 'Not now',
  isSending: 'The request was sent. Wait for the response.',
  continuing: 'Signed in, continuing…',
  cancel: 'Cancel',
  continueAction: 'Continue where you left off?',
} as const

/** The time in which the person can cancel before the call is sent. */
export const cancelMs = 2_000
