import { getRouteApi } from '@tanstack/react-router'
import { SignInPage } from '../../../shell/SignInPage.tsx'

const route = getRouteApi('/signed-out')

const words: Record<string, string> = {
  refused: 'The sign-in was refused or cancelled. You can try again.',
  failed:
    'The sign-in did not work: the answer of the sign-in service could not be verified. Try again; if it stays, tell the service desk the time.',
  stale: 'The sign-in took too long or was opened twice, so it was set aside. Please start again.',
  disabled: 'Your account is disabled in the directory. Ask your manager or the service desk, then sign in again.',
  unreachable: 'The sign-in service does not answer right now. Nothing is wrong on your side; try again in a minute.',
  otherPerson:
    'Somebody else confirmed than the person who was asked, so nothing was done. You are still signed in as before: open Slipway again and confirm as yourself.',
  otherOrganisation: 'You signed in with an account of another organisation. Use your work account.',
}

export function SignedOutPage() {
  const { reason } = route.useSearch()
  return <SignInPage returnTo="/app/" message={reason ? (words[reason] ?? words.failed) : 'You are signed out.'} />
}
