import { actionOf, withOutcome } from '../../../shared/activityLabels.ts'
import { voteVerbs } from '../../../shared/voteVerbs.ts'
import { count } from '../../../shared/waits.ts'
import type { AuditEvent, Erasure } from './types.ts'

const erased = 'Erased'

/** For places that show the outcome beside the action. */
export const actionWithVote = ({ operation, vote }: Pick<AuditEvent, 'operation' | 'vote'>): string =>
  vote ? `${actionOf(operation)}: ${voteVerbs[vote]}` : actionOf(operation)

export const describeAction = (event: Pick<AuditEvent, 'operation' | 'outcome' | 'vote'>): string =>
  withOutcome(actionWithVote(event), event.outcome)

/** The kind is before the colon: `session:0192…` is “Browser session”. */
export function credentialLabel(credential: string): string {
  const [kind] = credential.split(':')
  if (kind === 'session') return 'Browser session'
  if (kind === 'bearer') return 'Token'
  if (kind === 'key') return 'API key'
  if (kind === 'alertKey') return 'Alert key'
  if (kind === 'sign-in') return 'Sign-in'
  if (kind === 'erased') return erased
  return 'None'
}

export const eventLabels = {
  denied: 'Only administrators and auditors can see the audit trail. To see changes to your own records, open their activity.',
  events: 'Audit events',
  filter: 'Filter events',
  changed: 'This event was changed',
} as const

export const integrityLabels = {
  verify: 'Verify now',
  unchanged: 'Unchanged',
  changed: 'Changed',
  intact: 'Audit trail intact up to event',
  broken: (findings: number) => `Audit trail has ${findings === 100 ? '100 or more integrity errors' : count(findings, 'integrity error')}`,
  openEvent: 'Open the event',
} as const

export const erasureLabels = {
  requests: 'Erasure requests',
  start: 'Erase personal data…',
  person: 'Person',
  legalGround: 'Legal ground',
  openConfirm: 'Confirm…',
  erased,
  ownEvents: 'Identity in events by this person',
  request: 'Request erasure',
  confirm: 'Erase permanently',
} as const

export const erasureStatusLabels: Record<Erasure['status'], string> = {
  open: 'Pending confirmation',
  confirmed: erased,
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}
