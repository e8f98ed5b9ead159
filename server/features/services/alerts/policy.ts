import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { type AccountFacts, whoMay } from '../../accounts/accounts/policy.ts'

/** As many keys as an account may have that work, those in their overlap included. */
export const mostKeys = 10

/** Who sees an account's alert keys and alerts: whoever sees all of the account. */
export function maySeeAlerts(actor: Person, account: AccountFacts): Verdict {
  return whoMay(actor, 'seeAll', account)
}

/** Who makes, replaces and deletes its keys. */
export function mayChangeKeys(actor: Person, account: AccountFacts): Verdict {
  return whoMay(actor, 'update', account)
}

/** Keys are made for accounts that are alive; those of others do not work. */
export function keysWork({ status }: Pick<AccountFacts, 'status'>): Verdict {
  return status === 'active' ? true : `Only active accounts accept alerts. This account is ${status}.`
}
