import type { Verdict } from '../../../auth/access.ts'
import type { AccountFacts } from '../../accounts/accounts/policy.ts'

/** Anyone signed in can raise incidents, so only the account's status is checked. */
export function canRaise({ status }: Pick<AccountFacts, 'status'>): Verdict {
  return status === 'decommissioned'
    ? 'This account is decommissioned, so you can’t raise incidents on it. Use another account, or raise the incident in ServiceNow.'
    : true
}
