import type { Verdict } from '../../../auth/access.ts'
import type { AccountFacts } from '../../accounts/accounts/policy.ts'

/** Whether an incident can be raised against the account; anyone who is signed in may. */
export function mayRaise({ status }: Pick<AccountFacts, 'status'>): Verdict {
  return status === 'decommissioned'
    ? 'It is decommissioned, so nothing of it runs any more. What is wrong elsewhere belongs to another account, or straight into ServiceNow.'
    : true
}
