import type { Verdict } from '../../../auth/access.ts'
import type { Machine } from '../../../auth/actor.ts'
import type { AccountStatus } from '../../../db/tables.ts'

/** Whether the key is for this account. Whoever it is not for learns nothing of it. */
export function isKeyFor(machine: Pick<Machine, 'accountIds'>, accountId: string): boolean {
  return machine.accountIds.includes(accountId)
}

/** Whether the account is in a state for it. */
export function stateAllows(
  action: 'deploy' | 'remove',
  { status, subscriptionId }: { status: AccountStatus; subscriptionId: string | null },
): Verdict {
  if (subscriptionId === null) return 'This account has no subscription, so nothing is deployed for it.'
  if (status === 'active' || (action === 'remove' && status === 'decommissioning')) return true
  return action === 'deploy'
    ? `Only an active account is deployed to; this one is ${status}.`
    : `Applications of an account that is ${status} are not removed by a pipeline.`
}
