import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { type AccountFacts, canDoInAccount, cloudFollowVerdict } from '../accounts/policy.ts'
import type { HealthPartResult } from './parts.ts'

export function canRestoreTags(account: AccountFacts): Verdict {
  if (account.kind === 'manual') return 'This is a manual record, so Slipway writes no tags. Set them in the Azure portal.'
  return cloudFollowVerdict(account)
}

/** Checks whether the person can do what a part asks for. Only then does it ask them. */
export function canActOn(actor: Person, account: AccountFacts, role: HealthPartResult['role']): Verdict {
  return canDoInAccount(actor, role === 'administrators' ? 'administer' : 'update', account)
}
