/** The kind is before the colon: `session:0192…` is “Browser session”. */
export function credentialLabel(credential: string): string {
  const [kind] = credential.split(':')
  if (kind === 'session') return 'Browser session'
  if (kind === 'bearer') return 'Token'
  if (kind === 'key') return 'API key'
  if (kind === 'alertKey') return 'Alert key'
  if (kind === 'sign-in') return 'Sign-in'
  if (kind === 'erased') return 'Erased'
  return 'None'
}

export const eventLabels = {
  events: 'Audit events',
  changed: 'This event was changed',
} as const

export const integrityLabels = {
  verify: 'Verify now',
  openEvent: 'Open the event',
} as const

export const erasureLabels = {
  requests: 'Erasure requests',
  start: 'Erase personal data…',
  ownEvents: 'Identity in events by this person',
  request: 'Request erasure',
  confirm: 'Erase permanently',
} as const
