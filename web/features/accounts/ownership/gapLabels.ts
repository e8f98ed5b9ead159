import type { CallResult } from '../../../api/client.ts'
import { count } from '../../../shared/waits.ts'
import { formatDateTime } from '../../../ui/format.ts'

export type Gap = CallResult<'listOwnershipGaps'>['items'][number]

interface GapFacts extends Pick<Gap, 'reason'> {
  person: Pick<Gap['person'], 'displayName' | 'department'>
  validOwners: readonly unknown[]
}

export function describeGap({ reason, person, validOwners }: GapFacts): string {
  if (reason === 'moved') return `${person.displayName} now works in ${person.department ?? 'another department'}`
  return `${person.displayName} has left, ${count(validOwners.length, 'owner')} remain${validOwners.length === 1 ? 's' : ''}`
}

export const requestedProposals = (gap: Gap) => gap.proposals.filter(({ notified, status }) => notified && status === 'proposed')

export function describeProposal(gap: Gap, me: string | undefined): string | undefined {
  return gap.proposals.find(({ person }) => person.id === me)?.reason
}

export function describeFallback({ reason, fallback, person }: Gap): string {
  if (reason === 'moved') return `${person.displayName} stays an owner until another person accepts.`
  if (!fallback) return 'No new owner is added automatically. Propose an owner.'
  const by = { familyOwner: 'family owner', towerLead: 'tower lead', fallbackGroup: 'platform administrator' }
  return `Unless a proposed owner accepts by ${formatDateTime(fallback.at, { time: false })}, ${fallback.person.displayName} (${by[fallback.as]}) becomes an owner.`
}

export const proposeLabels = {
  anotherPerson: 'Another person',
  propose: 'Propose',
  proposeOwner: 'Propose owner',
  proposePerson: (person: string) => `Propose ${person}`,
} as const

export const gapLabels = {
  proposed: 'Proposed owners: ',
  reason: (explanation: string) => `Reason: ${lowercaseFirst(explanation)}.`,
  become: (account: string) => `Become an owner of ${account}?`,
  accept: 'Accept',
  accepted: (account: string) => `You now own ${account}`,
} as const

const lowercaseFirst = (text: string) => text.charAt(0).toLocaleLowerCase() + text.slice(1)
