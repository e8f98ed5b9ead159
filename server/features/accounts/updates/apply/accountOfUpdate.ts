import type { Db } from '../../../../db/database.ts'
import { NonRetryableError } from '../../../../workflows/workflow.ts'
import { slug } from '../../accounts/slug.ts'

/** Reads the current state of the account, so that a later change wins over the change that is being carried out. */
export async function accountOfUpdate(db: Db, accountId: string) {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
  const { subscription_id: subscriptionId } = row
  if (subscriptionId === null)
    throw new NonRetryableError('noSubscription', `${row.name} no longer has a subscription, so nothing can be changed there.`)
  return { ...row, subscriptionId, scope: `/subscriptions/${subscriptionId}`, folder: `accounts/${slug(row.name)}` }
}
export type AccountOfUpdate = Awaited<ReturnType<typeof accountOfUpdate>>

export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
