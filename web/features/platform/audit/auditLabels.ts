/** The part before the colon is the kind: `session:0192…` is “Browser session”. */
export function credentialWord(credential: string): string {
  const [kind] = credential.split(':')
  if (kind === 'session') return 'Browser session'
  if (kind === 'bearer') return 'Token'
  if (kind === 'key') return 'API key'
  if (kind === 'alertKey') return 'Alert key'
  if (kind === 'sign-in') return 'Sign-in'
  if (kind === 'erased') return 'Erased'
  return 'None'
}
