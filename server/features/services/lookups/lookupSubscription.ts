import { Type } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { Uuid } from '../../../people/schemas.ts'
import { canDoInAccount } from '../../accounts/accounts/policy.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'

/** Query parameters of lookups that use the subscription of an account. A lookup with more parameters spreads these `properties`. */
export const LookupAccountQuery = Type.Object(
  {
    accountId: Type.Optional(
      Type.Unsafe<string>({
        ...Uuid,
        description: 'Account whose subscription is used to call Azure; default: your first account, or Slipway’s lookup subscription.',
      }),
    ),
    region: Type.Optional(
      Type.String({
        pattern: '^[a-z][a-z0-9]{2,39}$',
        description: 'Azure region, such as uksouth; default: the region of the account, or Slipway’s lookup region.',
      }),
    ),
    refresh: Type.Optional(Type.Boolean({ description: 'Refresh the data from Azure instead of using the cache; at most once a minute.' })),
  },
  { additionalProperties: false },
)

interface LookupSubscription {
  /** Null for the configured lookup subscription. */
  account: { id: string; name: string } | null
  subscriptionId: string
  region: string
  /** Callers pass this verdict to `allow()`. No external call is made unless the verdict is `true`. */
  verdict: Verdict
}

export const LookupAccount = Type.Object({ id: Uuid, name: Type.String() })

export const LookupAccountOrNull = Type.Union([LookupAccount, Type.Null()], {
  description: 'Account whose subscription was used; null if it was Slipway’s lookup subscription, for people without an account.',
})

/**
 * Chooses the subscription for a lookup: the subscription of the specified account, of the caller's first account, or the configured one.
 * @throws notFound for an account without a subscription; notSetUp if no lookup subscription is configured
 */
export async function findLookupSubscription(
  { db, actor, config }: { db: Db; actor: Person; config: Pick<Config, 'lookup'> },
  { accountId, region }: { accountId?: string; region?: string },
): Promise<LookupSubscription> {
  const id = accountId ?? (await firstAccount(db, actor))
  if (id === undefined) {
    const { lookup } = config
    if (!lookup)
      throw new Failure('notSetUp', 'Slipway has no lookup subscription. Ask an administrator to set SLIPWAY_LOOKUP_SUBSCRIPTION.')
    return { account: null, subscriptionId: lookup.subscriptionId, region: region ?? lookup.region, verdict: true }
  }
  const account = await loadAccount(db, actor, id)
  const verdict = canDoInAccount(actor, 'seeAll', account)
  if (verdict === true && !account.subscriptionId)
    throw new Failure('notFound', 'This account has no subscription, so Azure can’t be called.')
  return {
    account: { id: account.id, name: account.name },
    subscriptionId: account.subscriptionId ?? '',
    region: region ?? account.region,
    verdict,
  }
}

/** Returns the first account by name. People get one of their own accounts, administrators and auditors any account. */
async function firstAccount(db: Db, { id, admin, auditor }: Person): Promise<string | undefined> {
  const active = db.selectFrom('accounts').select('accounts.id').where('status', '=', 'active').where('subscription_id', 'is not', null)
  const ownAccount = await active
    .innerJoin('account_owners', 'account_owners.account_id', 'accounts.id')
    .where('account_owners.person_id', '=', id)
    .orderBy('accounts.name')
    .limit(1)
    .executeTakeFirst()
  if (ownAccount || !(admin || auditor)) return ownAccount?.id
  return (await active.orderBy('accounts.id').limit(1).executeTakeFirst())?.id
}

/** Converts Azure's 404 to `notFound` with this message. */
export function accountNotFound(error: unknown, message: string): unknown {
  return error instanceof ExternalError && error.status === 404 ? new Failure('notFound', message, { cause: error }) : error
}
