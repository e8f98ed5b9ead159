import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../db/database.ts'
import { NonRetryableError } from '../../../workflows/workflow.ts'

/** @throws NonRetryableError if the decommission never started */
export async function recordOf(db: Db, updateId: string) {
  const record = await db.selectFrom('account_decommissions').selectAll().where('update_id', '=', updateId).executeTakeFirst()
  if (!record) throw new NonRetryableError('neverBegan', 'The decommission never started.')
  return record
}

/**
 * Steps must call this in a transaction before they delete anything, because a decommission can't be undone after that.
 * @throws NonRetryableError if the decommission is being undone
 */
export async function startRemoving(db: Db, updateId: string): Promise<void> {
  const record = await db
    .selectFrom('account_decommissions')
    .select(['phase', 'account_id'])
    .where('update_id', '=', updateId)
    .forUpdate()
    .executeTakeFirst()
  if (record?.phase === 'removing') return
  if (record?.phase !== 'grace') throw new NonRetryableError('undone', 'The decommission is being undone, so nothing is deleted.')
  await db.updateTable('account_decommissions').set({ phase: 'removing' }).where('update_id', '=', updateId).execute()
  await recordSystemEvent(db, {
    action: 'accountRemovalStarted',
    subject: { kind: 'account', id: record.account_id },
    before: { phase: 'grace' },
    after: { phase: 'removing', updateId },
    reason: 'The grace period is over. The decommission can no longer be undone.',
  })
}

/** @throws NonRetryableError if the account has no subscription */
export async function subscriptionOf(db: Db, accountId: string): Promise<string> {
  const account = await db.selectFrom('accounts').select('subscription_id').where('id', '=', accountId).executeTakeFirst()
  if (account?.subscription_id) return account.subscription_id
  throw new NonRetryableError('noSubscription', 'The account no longer has a subscription. An administrator must check its record.')
}
