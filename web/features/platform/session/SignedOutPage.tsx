import { getRouteApi } from '@tanstack/react-router'
import { SignInPage } from '../../../shell/SignInPage.tsx'

const route = getRouteApi('/signed-out')

/** `/auth/callback` adds the reason for a failed sign-in to the URL. */
type Reason = 'refused' | 'failed' | 'stale' | 'disabled' | 'unreachable' | 'otherPerson' | 'otherOrganisation'

const reasonLabels: Record<Reason, string> = {
  refused: 'The sign-in was denied or cancelled. You can try again.',
  failed: 'We couldn’t verify the sign-in. Try again. If it fails again, tell the service desk when you signed in.',
  stale: 'The sign-in took too long or was opened twice. Sign in again.',
  disabled: 'Your user account is disabled in the directory. Ask your manager or the service desk, then sign in again.',
  unreachable: 'The sign-in service isn’t responding. Try again in a minute.',
  otherPerson:
    'You confirmed with a different account, so nothing was changed. You’re still signed in: open Slipway again and confirm with your own account.',
  otherOrganisation: 'You signed in with an account of another organisation. Use your work account.',
}

export function SignedOutPage() {
  const { reason } = route.useSearch()
  if (!reason) return <SignInPage returnTo="/app/" message="You’re signed out." />
  return <SignInPage returnTo="/app/" tone="warn" message={reasonLabels[reason as Reason] ?? reasonLabels.failed} />
}
