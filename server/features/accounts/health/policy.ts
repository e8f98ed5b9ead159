import type { Verdict } from '../../../auth/access.ts'
import { type AccountFacts, cloudFollowVerdict } from '../accounts/policy.ts'

export function canRestoreTags(account: AccountFacts): Verdict {
  if (account.kind === 'manual') return 'This is a manual record, so Slipway writes no tags. Set them in the Azure portal.'
  return cloudFollowVerdict(account)
}
