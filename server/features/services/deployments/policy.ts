import type { Verdict } from '../../../auth/access.ts'
import type { Machine } from '../../../auth/actor.ts'
import type { AccountStatus } from '../../../db/tables.ts'

export function isKeyFor(machine: Pick<Machine, 'accountIds'>, accountId: string): boolean {
  return machine.accountIds.includes(accountId)
}

export function stateVerdict(
  action: 'deploy' | 'remove',
  { status, subscriptionId }: { status: AccountStatus; subscriptionId: string | null },
): Verdict {
  if (subscriptionId === null) return 'This account has no subscription, so you can’t deploy to it.'
  if (status === 'active' || (action === 'remove' && status === 'decommissioning')) return true
  return action === 'deploy'
    ? `You can deploy only to active accounts. This account isn’t active.`
    : 'You can remove applications only from accounts that are active or being decommissioned.'
}
