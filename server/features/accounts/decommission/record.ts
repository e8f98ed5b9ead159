import { auditAsSlipway } from '../../../audit/auditAsSlipway.ts'
import type { Db } from '../../../db/database.ts'
import { CannotGoOn } from '../../../workflows/workflow.ts'

/** What Slipway keeps about taking this account down. @throws CannotGoOn when it never began */
export async function recordOf(db: Db, updateId: string) {
  const record = await db.selectFrom('account_retirements').selectAll().where('update_id', '=', updateId).executeTakeFirst()
  if (!record) throw new CannotGoOn('neverBegan', 'The decommission never started.')
  return record
}

/** Called by whatever removes something, before it does, in a transaction: from here on there is no undo. @throws CannotGoOn when it is being undone */
export async function beginRemoving(db: Db, updateId: string): Promise<void> {
  const record = await db
    .selectFrom('account_retirements')
    .select(['phase', 'account_id'])
    .where('update_id', '=', updateId)
    .forUpdate()
    .executeTakeFirst()
  if (record?.phase === 'removing') return
  if (record?.phase !== 'grace') throw new CannotGoOn('undone', 'The decommission is being undone, so nothing is deleted.')
  await db.updateTable('account_retirements').set({ phase: 'removing' }).where('update_id', '=', updateId).execute()
  await auditAsSlipway(db, {
    deed: 'accountRemovalBegun',
    subject: { kind: 'account', id: record.account_id },
    before: { phase: 'grace' },
    after: { phase: 'removing', updateId },
    reason: 'The grace period is over. You can’t undo the decommission from here on.',
  })
}

/** The account's subscription. @throws CannotGoOn */
export async function subscriptionOf(db: Db, accountId: string): Promise<string> {
  const account = await db.selectFrom('accounts').select('subscription_id').where('id', '=', accountId).executeTakeFirst()
  if (account?.subscription_id) return account.subscription_id
  throw new CannotGoOn('noSubscription', 'The account no longer has a subscription. An administrator must check its record.')
}
