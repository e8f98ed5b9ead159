import { Type } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { isNotKnownYet } from '../../../clients/arm/notKnownYet.ts'
import type { Clients } from '../../../clients/clients.ts'
import { type CachedValue, cached } from '../../../clients/fresh.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { couldBeUnknown, type LateTopic, notKnownYetMessage } from '../accounts/newSubscription.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { readAccount } from '../accounts/queries.ts'

export interface CloudAnswer<T> {
  accountId: string
  /** Set only if the cloud was read. */
  subscriptionId?: string
  /** Callers pass this verdict to `allow()`. The cloud was read only if the verdict is `true`. */
  verdict: Verdict
  found: CachedValue<T> | undefined
}

const anySubscription = "resourcecontainers | where type =~ 'microsoft.resources/subscriptions' | project id"
const SubscriptionRow = Type.Object({ id: Type.String() })

/** True if Azure might not know a new subscription yet, so that an empty response or an error can have this cause. */
export interface LateHandling {
  /** @throws notKnownYet while the subscription is new */
  refuseIfNew(): void
  /** Resource Graph returns nothing for a subscription that it doesn't know. @throws notKnownYet while it doesn't know a new subscription */
  requireListed(): Promise<void>
}

/**
 * Reads cloud data about an account's subscription, for its owners, administrators and auditors.
 * @param cacheTopic names the query, and is part of the key under which the response is cached for a minute, unless `refresh` is set
 * @param topic the kind of data that Azure shows late for a new subscription; used to explain errors
 * @throws notFound if the account doesn't exist or has no subscription; notKnownYet
 */
export async function fetchCloud<T>(
  { db, actor, clients, query, now }: { db: Db; actor: Person; clients: Clients; query?: { refresh?: boolean }; now: () => Date },
  accountId: string,
  cacheTopic: string,
  fetchFacts: (subscriptionId: string, lateHandling: LateHandling) => Promise<T>,
  topic: LateTopic = 'resources',
): Promise<CloudAnswer<T>> {
  const account = await readAccount(db, actor, accountId)
  const verdict = canDoInAccount(actor, 'seeAll', account)
  if (verdict !== true) return { accountId: account.id, verdict, found: undefined }
  const { subscriptionId } = account
  if (!subscriptionId) throw new Failure('notFound', 'This account has no subscription.')
  const { subscription_since } = await db
    .selectFrom('accounts')
    .select('subscription_since')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const isNew = couldBeUnknown(topic, subscription_since, now())
  const refuseIfNew = () => {
    if (isNew) throw new Failure('notKnownYet', notKnownYetMessage(topic))
  }
  const requireListed = async () => {
    if (isNew && (await clients.arm.queryResourceGraph([subscriptionId], anySubscription, SubscriptionRow)).length === 0) refuseIfNew()
  }
  try {
    const answer = await cached(
      clients,
      `${cacheTopic} ${subscriptionId}`,
      () => fetchFacts(subscriptionId, { refuseIfNew, requireListed }),
      query?.refresh,
    )
    return { accountId: account.id, subscriptionId, verdict, found: answer }
  } catch (error) {
    if (isNew && isNotKnownYet(error)) throw new Failure('notKnownYet', notKnownYetMessage(topic), { cause: error })
    if (error instanceof OutsideError && error.status === 404)
      throw new Failure('notFound', 'This subscription no longer exists in Azure.', { cause: error })
    throw error
  }
}
