import type { Verdict } from '../../access/access.ts'
import type { Person } from '../../access/actor.ts'
import type { Clients } from '../../clients/clients.ts'
import { OutsideError } from '../../clients/outsideError.ts'
import type { Db } from '../../db/database.ts'
import { Failure } from '../../http/errors.ts'
import { whoMay } from '../accounts/policy.ts'
import { readAccount } from '../accounts/queries.ts'
import { type Fresh, fresh } from './fresh.ts'

export interface CloudAnswer<T> {
  accountId: string
  /** Set when the cloud was asked. */
  subscriptionId?: string
  /** Handed to `allow()`: the cloud was asked only when it is `true`. */
  verdict: Verdict
  found: Fresh<T> | undefined
}

/**
 * Asks the cloud about the subscription of an account, for its owners, administrators and auditors.
 * @param about what is asked; part of the key under which the answer is kept for a minute, unless `refresh` is asked for
 * @throws notFound when there is no such account, or no subscription behind it
 */
export async function askCloud<T>(
  { db, actor, clients, query }: { db: Db; actor: Person; clients: Clients; query?: { refresh?: boolean } },
  accountId: string,
  about: string,
  find: (subscriptionId: string) => Promise<T>,
): Promise<CloudAnswer<T>> {
  const account = await readAccount(db, actor, accountId)
  const verdict = whoMay(actor, 'seeAll', account)
  if (verdict !== true) return { accountId: account.id, verdict, found: undefined }
  const { subscriptionId } = account
  if (!subscriptionId) throw new Failure('notFound', 'This account has no subscription.')
  try {
    const found = await fresh(clients, `${about} ${subscriptionId}`, () => find(subscriptionId), query?.refresh)
    return { accountId: account.id, subscriptionId, verdict, found }
  } catch (error) {
    if (error instanceof OutsideError && error.status === 404)
      throw new Failure('notFound', 'Azure has no such subscription any more.', { cause: error })
    throw error
  }
}
