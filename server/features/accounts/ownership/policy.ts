import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

export interface GapFacts {
  reason: 'left' | 'moved'
  /** Active owners, including a person who moved to another department. */
  ownerIds: string[]
  familyOwnerIds: string[]
  towerLeadIds: string[]
  requestedIds: string[]
  /** True if the actor is the person whom the gap is about, with any of their user accounts. */
  own: boolean
}
export type GapAction = 'accept' | 'decline' | 'propose' | 'keep'

export function roleIn(
  actor: Person,
  facts: GapFacts,
): 'proposed' | 'owner' | 'familyOwner' | 'towerLead' | 'admin' | 'auditor' | undefined {
  if (facts.requestedIds.includes(actor.id)) return 'proposed'
  if (facts.ownerIds.includes(actor.id)) return 'owner'
  if (facts.familyOwnerIds.includes(actor.id)) return 'familyOwner'
  if (facts.towerLeadIds.includes(actor.id)) return 'towerLead'
  if (actor.admin) return 'admin'
  return actor.auditor ? 'auditor' : undefined
}

export const ownershipProblems = {
  replacesSelf: 'You can’t replace yourself, even with another of your user accounts. Ask another owner.',
  confirmsSelf: 'You can’t confirm your own ownership, even with another of your user accounts. Ask another owner.',
}

export function gapVerdict(actor: Person, action: GapAction, facts: GapFacts): Verdict {
  const isFamilyOrTowerLead = facts.familyOwnerIds.includes(actor.id) || facts.towerLeadIds.includes(actor.id)
  const isOwner = facts.ownerIds.includes(actor.id)
  if (action === 'accept') {
    if (isOwner) return 'You already own this account.'
    // Otherwise people could keep the account through their second user account.
    if (facts.reason === 'moved' && facts.own) return ownershipProblems.replacesSelf
    return facts.requestedIds.includes(actor.id) || isFamilyOrTowerLead ? true : 'You haven’t been proposed as an owner of this account.'
  }
  if (action === 'decline') return facts.requestedIds.includes(actor.id) ? true : 'You haven’t been proposed as an owner of this account.'
  if (action === 'keep' && facts.reason === 'left') return 'You can’t confirm an owner who has left. Propose another person.'
  if (action === 'keep' && facts.own) return ownershipProblems.confirmsSelf
  return isOwner || isFamilyOrTowerLead || actor.admin
    ? true
    : 'Only owners of the account or its family, leads of its tower and administrators can do this.'
}

export function gapCan(actor: Person, facts: GapFacts): Record<GapAction, Verdict> {
  const verdict = (action: GapAction) => gapVerdict(actor, action, facts)
  return { accept: verdict('accept'), decline: verdict('decline'), propose: verdict('propose'), keep: verdict('keep') }
}
