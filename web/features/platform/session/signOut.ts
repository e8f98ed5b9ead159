/** Leaves the app after the session ended, so that no personal data stays in memory. */
export async function signOut(): Promise<void> {
  const answer = await fetch('/auth/logout', { method: 'POST', credentials: 'same-origin' })
  if (!answer.ok) throw new Error('Couldn’t sign you out. You’re still signed in; try again.')
  location.assign('/app/signed-out')
}
