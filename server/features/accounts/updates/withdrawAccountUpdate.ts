import { cancelApproval } from '../../../approvals/openApproval.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { updateSubject } from './facts.ts'
import { lockUpdate } from './lockUpdate.ts'
import { withdrawVerdict } from './policy.ts'
import { loadUpdate } from './queries.ts'
import { AccountUpdate, UpdateId } from './schemas.ts'

export const withdrawAccountUpdate = operation({
  id: 'withdrawAccountUpdate',
  method: 'POST',
  path: '/accounts/{id}/updates/{updateId}/withdraw',
  tag: 'account-updates',
  summary: 'Withdraw an account change',
  access: 'owner',
  params: UpdateId,
  responses: { 200: AccountUpdate },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, params, now, allow, ifMatch, audit, changed }) {
    const row = await lockUpdate(db, params)
    const subject = { kind: updateSubject, id: row.id }
    audit({ subject })
    const withdraw = withdrawVerdict(actor, { requester: { id: row.requester_id }, status: row.status })
    allow(row.requester_id === actor.id || actor.admin ? true : withdraw)
    if (withdraw !== true) throw new Failure('wrongState', withdraw)
    ifMatch(row.version)
    await cancelApproval(db, updateSubject, row.id, now())
    await updateRow(db, 'account_updates', row.id, { status: 'cancelled', ...nextVersion(now()) })
    audit({ subject, before: { status: row.status }, after: { status: 'cancelled' } })
    await changed(updateSubject, row.id)
    await changed('approval', row.id)
    await changed('account', row.account_id)
    return loadUpdate(db, actor, params)
  },
})
