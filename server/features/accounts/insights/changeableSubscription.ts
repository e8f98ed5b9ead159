import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInAccount, stateVerdict } from '../accounts/policy.ts'
import { loadAccount } from '../accounts/queries.ts'
import type { Account } from '../accounts/schemas.ts'

/**
 * Returns the subscription in which the actor, an owner or administrator, can change something.
 * @throws notFound if the account doesn't exist; wrongState if it has no subscription or is decommissioned
 */
export async function changeableSubscription(
  { db, actor }: { db: Db; actor: Person },
  accountId: string,
): Promise<{ account: Account; verdict: Verdict; subscriptionId: string | undefined }> {
  const account = await loadAccount(db, actor, accountId)
  const verdict = canDoInAccount(actor, 'update', account)
  if (verdict !== true) return { account, verdict, subscriptionId: undefined }
  requireState(stateVerdict('update', account))
  const { subscriptionId } = account
  if (!subscriptionId) throw new Failure('wrongState', 'This account has no subscription, so it has no Azure resources to change.')
  return { account, verdict, subscriptionId }
}
