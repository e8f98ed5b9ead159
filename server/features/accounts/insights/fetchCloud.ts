import { Type } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { isNotPropagatedYet } from '../../../clients/arm/notPropagatedYet.ts'
import { type CachedValue, cached } from '../../../clients/cached.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { canBePropagating, type DelayedTopic, notPropagatedMessage } from '../accounts/newSubscription.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { loadAccount } from '../accounts/queries.ts'

interface CloudResponse<T> {
  accountId: string
  subscriptionId?: string
  /** Callers pass this verdict to `allow()`. The cloud was read only if the verdict is `true`. */
  verdict: Verdict
  found: CachedValue<T> | undefined
}

const anySubscription = "resourcecontainers | where type =~ 'microsoft.resources/subscriptions' | project id"
const SubscriptionRow = Type.Object({ id: Type.String() })

/** An empty response or an error can mean that Azure doesn't know a new subscription yet. */
interface PropagationChecks {
  /** @throws notKnownYet while the subscription is new */
  throwIfNew(): void
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
  fetchFacts: (subscriptionId: string, propagation: PropagationChecks) => Promise<T>,
  topic: DelayedTopic = 'resources',
): Promise<CloudResponse<T>> {
  const account = await loadAccount(db, actor, accountId)
  const verdict = canDoInAccount(actor, 'seeAll', account)
  if (verdict !== true) return { accountId: account.id, verdict, found: undefined }
  const { subscriptionId } = account
  if (!subscriptionId) throw new Failure('notFound', 'This account has no subscription.')
  const { subscription_since } = await db
    .selectFrom('accounts')
    .select('subscription_since')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const isNew = canBePropagating(topic, subscription_since, now())
  const throwIfNew = () => {
    if (isNew) throw new Failure('notKnownYet', notPropagatedMessage(topic))
  }
  const requireListed = async () => {
    if (isNew && (await clients.arm.queryResourceGraph([subscriptionId], anySubscription, SubscriptionRow)).length === 0) throwIfNew()
  }
  try {
    const response = await cached(
      clients,
      `${cacheTopic} ${subscriptionId}`,
      () => fetchFacts(subscriptionId, { throwIfNew, requireListed }),
      query?.refresh,
    )
    return { accountId: account.id, subscriptionId, verdict, found: response }
  } catch (error) {
    if (isNew && isNotPropagatedYet(error)) throw new Failure('notKnownYet', notPropagatedMessage(topic), { cause: error })
    if (error instanceof ExternalError && error.status === 404)
      throw new Failure('notFound', 'This subscription no longer exists in Azure.', { cause: error })
    throw error
  }
}
