import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { type AccountFacts, canDoInAccount } from '../../accounts/accounts/policy.ts'

/** Replaced keys count while they still work. */
export const maxKeys = 10

export function canSeeAlerts(actor: Person, account: AccountFacts): Verdict {
  return canDoInAccount(actor, 'seeAll', account)
}

export function canChangeKeys(actor: Person, account: AccountFacts): Verdict {
  return canDoInAccount(actor, 'update', account)
}

export function keysVerdict({ status }: Pick<AccountFacts, 'status'>): Verdict {
  return status === 'active' ? true : `Only active accounts accept alerts. This account isn’t active.`
}
