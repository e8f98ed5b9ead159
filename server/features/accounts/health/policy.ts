import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { type AccountFacts, canDoInAccount, cloudSyncVerdict } from '../accounts/policy.ts'
import type { HealthPartResult } from './parts.ts'

export function canRestoreTags(account: AccountFacts): Verdict {
  if (account.kind === 'manual') return 'This is a manual record, so Slipway doesn’t set its tags. Set them in the Azure portal.'
  return cloudSyncVerdict(account)
}

export function canFixFinding(actor: Person, account: AccountFacts, role: HealthPartResult['role']): Verdict {
  return canDoInAccount(actor, role === 'administrators' ? 'administer' : 'update', account)
}
