import { Type } from 'typebox'
import { withdrawEndedRequests } from '../../../approvals/withdrawEndedRequests.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInAccount, stateVerdict } from '../accounts/policy.ts'
import { lockAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { removeGroupsOf } from '../groups/remove/startRemoval.ts'

export const beingRestored = 'The account is being restored. Wait until that completes.'

export const deleteAccount = operation({
  id: 'deleteAccount',
  method: 'DELETE',
  path: '/accounts/{id}',
  tag: 'accounts',
  summary: 'Delete the record of an account without a subscription',
  description:
    'Allowed for manual records, accounts that never got a subscription, and decommissioned accounts; owners can delete only accounts without a subscription. The name and address range become available for reuse.',
  access: 'owner',
  params: AccountId,
  responses: { 204: Type.Null() },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, jobs, actor, params, now, allow, ifMatch, audit, changed }) {
    const before = await lockAccount(db, actor, params.id)
    const subject = { kind: 'account', id: before.id }
    audit({ subject })
    allow(canDoInAccount(actor, 'delete', before))
    ifMatch(before.version)
    requireState(stateVerdict('delete', before))
    const restoring = await db
      .selectFrom('account_decommissions')
      .select('update_id')
      .where('account_id', '=', before.id)
      .where('phase', '=', 'restoring')
      .executeTakeFirst()
    if (restoring) throw new Failure('wrongState', beingRestored)
    await updateRow(db, 'accounts', before.id, { status: 'deleted', ...nextVersion(now()) })
    await db.updateTable('address_ranges').set({ account_id: null, allocated_at: null }).where('account_id', '=', before.id).execute()
    await withdrawEndedRequests(db, { account_id: [before.id] }, now())
    await removeGroupsOf({ db, jobs }, { kind: 'account', id: before.id }, actor.id, now())
    audit({ subject, before })
    await changed('account', before.id)
    return null
  },
})
