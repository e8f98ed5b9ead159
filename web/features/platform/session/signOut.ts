/** Leaves the page after the session has ended, so that no personal data stays in memory. */
export async function signOut(): Promise<void> {
  const response = await fetch('/auth/logout', { method: 'POST', credentials: 'same-origin' })
  if (!response.ok) throw new Error('Couldn’t sign you out. You’re still signed in; try again.')
  location.assign('/app/signed-out')
}
