import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { ownsAccount } from '../../accounts/accounts/policy.ts'

interface Owned {
  owners: { id: string }[]
}

export function canSeparate(actor: Person, one: Owned, other: Owned): Verdict {
  if (actor.admin || (ownsAccount(actor, one) && ownsAccount(actor, other))) return true
  return 'Only administrators, and people who own the accounts of both groups, can change separation-of-duties rules.'
}
