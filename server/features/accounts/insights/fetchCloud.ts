import { Type } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { isNotKnownYet } from '../../../clients/arm/notKnownYet.ts'
import type { Clients } from '../../../clients/clients.ts'
import { type Fresh, fresh } from '../../../clients/fresh.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { type LateTopic, maybeUnknown, unknownYet } from '../accounts/newSubscription.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { readAccount } from '../accounts/queries.ts'

export interface CloudAnswer<T> {
  accountId: string
  /** Set only when the cloud was read. */
  subscriptionId?: string
  /** Callers pass this to `allow()`; the cloud was read only when it is `true`. */
  verdict: Verdict
  found: Fresh<T> | undefined
}

const anySubscription = "resourcecontainers | where type =~ 'microsoft.resources/subscriptions' | project id"
const Listed = Type.Object({ id: Type.String() })

/** Azure might not know a new subscription yet, so an empty answer or a refusal can mean that. */
export interface Late {
  /** @throws notKnownYet while the subscription is new */
  refuseIfNew(): void
  /** Resource Graph returns nothing for a subscription that it doesn't know. @throws notKnownYet while it doesn't know a new subscription */
  requireListed(): Promise<void>
}

/**
 * Reads the cloud about an account's subscription, for its owners, administrators and auditors. @param about the question; part of the key
 * under which the answer is cached for a minute, unless `refresh` is set @param topic what Azure shows late for a new subscription, so that
 * refusals are attributed to that @throws notFound when there is no such account, or no subscription behind it; notKnownYet
 */
export async function fetchCloud<T>(
  { db, actor, clients, query, now }: { db: Db; actor: Person; clients: Clients; query?: { refresh?: boolean }; now: () => Date },
  accountId: string,
  about: string,
  find: (subscriptionId: string, late: Late) => Promise<T>,
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
  const isNew = maybeUnknown(topic, subscription_since, now())
  const refuseIfNew = () => {
    if (isNew) throw new Failure('notKnownYet', unknownYet(topic))
  }
  const requireListed = async () => {
    if (isNew && (await clients.arm.queryResourceGraph([subscriptionId], anySubscription, Listed)).length === 0) refuseIfNew()
  }
  try {
    const found = await fresh(
      clients,
      `${about} ${subscriptionId}`,
      () => find(subscriptionId, { refuseIfNew, requireListed }),
      query?.refresh,
    )
    return { accountId: account.id, subscriptionId, verdict, found }
  } catch (error) {
    if (isNew && isNotKnownYet(error)) throw new Failure('notKnownYet', unknownYet(topic), { cause: error })
    if (error instanceof OutsideError && error.status === 404)
      throw new Failure('notFound', 'This subscription no longer exists in Azure.', { cause: error })
    throw error
  }
}
