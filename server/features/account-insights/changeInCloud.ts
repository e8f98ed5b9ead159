import type { Verdict } from '../../access/access.ts'
import type { Person } from '../../access/actor.ts'
import type { Clients } from '../../clients/clients.ts'
import type { Db } from '../../db/database.ts'
import { Failure } from '../../http/errors.ts'
import { requireState } from '../accounts/changeAccount.ts'
import { stateAllows, whoMay } from '../accounts/policy.ts'
import { readAccount } from '../accounts/queries.ts'
import type { Account } from '../accounts/schemas.ts'
import { forget } from './fresh.ts'

export interface CloudChange<T> {
  account: Account
  /** Handed to `allow()`: the cloud was touched only when it is `true`. */
  verdict: Verdict
  done: T | undefined
}

/**
 * The subscription of an account in which the actor, one of its owners or an administrator, may change something.
 * @throws notFound when there is no such account, wrongState when it has no subscription or is gone
 */
export async function changeableSubscription(
  { db, actor }: { db: Db; actor: Person },
  accountId: string,
): Promise<{ account: Account; verdict: Verdict; subscriptionId: string | undefined }> {
  const account = await readAccount(db, actor, accountId)
  const verdict = whoMay(actor, 'update', account)
  if (verdict !== true) return { account, verdict, subscriptionId: undefined }
  requireState(stateAllows('update', account))
  const { subscriptionId } = account
  if (!subscriptionId) throw new Failure('wrongState', 'This account has no subscription, so there is nothing to change.')
  return { account, verdict, subscriptionId }
}

/**
 * Changes something in the subscription of an account, for its owners and administrators, before the transaction of the call. What was
 * known of the subscription is forgotten, also when the change failed half way.
 * @throws notFound when there is no such account, wrongState when it has no subscription or is gone
 */
export async function changeInCloud<T>(
  { db, actor, clients }: { db: Db; actor: Person; clients: Clients },
  accountId: string,
  change: (account: Account, subscriptionId: string) => Promise<T>,
): Promise<CloudChange<T>> {
  const { account, verdict, subscriptionId } = await changeableSubscription({ db, actor }, accountId)
  if (subscriptionId === undefined) return { account, verdict, done: undefined }
  try {
    return { account, verdict, done: await change(account, subscriptionId) }
  } finally {
    forget(clients, ` ${subscriptionId}`)
  }
}
