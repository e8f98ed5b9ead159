import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { ownsAccount } from '../../accounts/accounts/policy.ts'

interface OwnedGroup {
  owners: { id: string }[]
}

export const cannotRemoveOwnConflict =
  'You can’t remove a rule that applies to you, even with another of your user accounts. Ask another owner or an administrator.'

export function canAddConflict(actor: Person, firstGroup: OwnedGroup, secondGroup: OwnedGroup): Verdict {
  if (actor.admin || (ownsAccount(actor, firstGroup) && ownsAccount(actor, secondGroup))) return true
  return 'Only administrators, and people who own the accounts of both groups, can change separation-of-duties rules.'
}
