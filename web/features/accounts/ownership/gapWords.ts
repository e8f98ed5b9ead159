import type { CallResult } from '../../../api/client.ts'
import { count } from '../../../shared/waits.ts'
import { formatDateTime } from '../../../ui/format.ts'

export type Gap = CallResult<'listOwnershipGaps'>['items'][number]

/** `Amira Khan has left, one owner remains`. */
export function whatHappened({ reason, person, validOwners }: Gap): string {
  if (reason === 'moved') return `${person.displayName} now works in ${person.department ?? 'another department'}`
  return `${person.displayName} has left, ${count(validOwners.length, 'owner').replace(/^1 /, 'one ')} remain${validOwners.length === 1 ? 's' : ''}`
}

export const askedOf = (gap: Gap) => gap.proposals.filter(({ asked, status }) => asked && status === 'proposed')

export function whyMe(gap: Gap, me: string | undefined): string | undefined {
  return gap.proposals.find(({ person }) => person.id === me)?.reason
}

export function otherwise({ reason, fallback, person }: Gap): string {
  if (reason === 'moved') return `${person.displayName} stays an owner until somebody takes over.`
  if (!fallback) return 'Nobody stands by to take over: please find somebody.'
  const by = { familyOwner: 'who owns its family', towerLead: 'who leads its tower', fallbackGroup: 'of the platform’s administrators' }
  return `If nobody accepts by ${formatDateTime(fallback.at, { time: false })}, ${fallback.person.displayName}, ${by[fallback.as]}, becomes an owner.`
}
