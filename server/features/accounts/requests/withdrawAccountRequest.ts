import { lockRound } from '../../../approvals/lockRound.ts'
import { cancelApproval } from '../../../approvals/openApproval.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { accountRequestCan } from './policy.ts'
import { loadAccountRequest } from './queries.ts'
import { AccountRequest, RequestId } from './schemas.ts'

export const withdrawAccountRequest = operation({
  id: 'withdrawAccountRequest',
  method: 'POST',
  path: '/account-requests/{id}/withdraw',
  tag: 'account-requests',
  summary: 'Withdraw a pending account request',
  access: 'owner',
  params: RequestId,
  responses: { 200: AccountRequest },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, params, now, allow, ifMatch, audit, changed }) {
    await lockRound(db, 'accountRequest', params.id)
    const row = await db.selectFrom('account_requests').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst()
    if (!row) throw new Failure('notFound', 'This request doesn’t exist.')
    const { withdraw } = accountRequestCan(actor, { requester: { id: row.requester_id }, status: row.status })
    allow(row.requester_id === actor.id ? true : withdraw)
    if (withdraw !== true) throw new Failure('wrongState', withdraw)
    ifMatch(row.version)
    await cancelApproval(db, 'accountRequest', row.id, now())
    await updateRow(db, 'account_requests', row.id, { status: 'cancelled', ...nextVersion(now()) })
    audit({ subject: { kind: 'accountRequest', id: row.id }, before: { status: row.status }, after: { status: 'cancelled' } })
    await changed('accountRequest', row.id)
    return loadAccountRequest(db, actor, row.id)
  },
})
