import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'

/** What decides about one open gap. */
export interface GapFacts {
  reason: 'left' | 'moved'
  /** Valid owners, the mover among them. */
  ownerIds: string[]
  familyOwnerIds: string[]
  towerLeadIds: string[]
  /** Who has been asked and has not answered. */
  askedIds: string[]
  /** It is about the actor, by whichever of their accounts. */
  own: boolean
}
export type GapAction = 'accept' | 'decline' | 'propose' | 'keep'

/** By which right somebody has to do with a gap; the first that applies. */
export function roleIn(
  actor: Person,
  facts: GapFacts,
): 'proposed' | 'owner' | 'familyOwner' | 'towerLead' | 'admin' | 'auditor' | undefined {
  if (facts.askedIds.includes(actor.id)) return 'proposed'
  if (facts.ownerIds.includes(actor.id)) return 'owner'
  if (facts.familyOwnerIds.includes(actor.id)) return 'familyOwner'
  if (facts.towerLeadIds.includes(actor.id)) return 'towerLead'
  if (actor.admin) return 'admin'
  return actor.auditor ? 'auditor' : undefined
}

/** Whether this person may do this about the gap, or why not. */
export function gapVerdict(actor: Person, action: GapAction, facts: GapFacts): Verdict {
  const answersForIt = facts.familyOwnerIds.includes(actor.id) || facts.towerLeadIds.includes(actor.id)
  const owns = facts.ownerIds.includes(actor.id)
  if (action === 'accept') {
    if (owns) return 'You already own this account.'
    // Otherwise a second account of theirs would keep what others are asked to take over.
    if (facts.reason === 'moved' && facts.own) return 'You can’t replace yourself, from any of your accounts. Ask another owner.'
    return facts.askedIds.includes(actor.id) || answersForIt ? true : 'You haven’t been proposed as an owner of this account.'
  }
  if (action === 'decline') return facts.askedIds.includes(actor.id) ? true : 'You haven’t been proposed as an owner of this account.'
  if (action === 'keep' && facts.reason === 'left') return 'The owner has left. Propose another person.'
  if (action === 'keep' && facts.own) return "You can't confirm your own ownership, from any of your accounts. Ask another owner."
  return owns || answersForIt || actor.admin
    ? true
    : 'Only owners of the account or its family, leads of its tower and administrators can do this.'
}

/** All verdicts at once. */
export function gapCan(actor: Person, facts: GapFacts): Record<GapAction, Verdict> {
  const verdict = (action: GapAction) => gapVerdict(actor, action, facts)
  return { accept: verdict('accept'), decline: verdict('decline'), propose: verdict('propose'), keep: verdict('keep') }
}
