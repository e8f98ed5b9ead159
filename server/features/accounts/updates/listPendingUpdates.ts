import { sql } from 'kysely'
import { Type } from 'typebox'
import { isSeatHolder } from '../../../approvals/openSeats.ts'
import { operation } from '../../../http/operation.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { loadAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { loadUpdateSummaries } from './queries.ts'
import { AccountUpdateSummary } from './schemas.ts'

export const listPendingUpdates = operation({
  id: 'listPendingUpdates',
  method: 'GET',
  path: '/accounts/{id}/updates/pending-approval',
  tag: 'account-updates',
  summary: 'List pending account changes; approvers get only those they can decide',
  access: 'owner',
  params: AccountId,
  responses: { 200: Type.Array(AccountUpdateSummary) },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow }) {
    const account = await loadAccount(db, actor, params.id)
    const isOpenUpdate = sql<boolean>`u.account_id = ${account.id} and u.status in ('pending_approval', 'changes_requested')`
    const canSeeAll = canDoInAccount(actor, 'seeAll', account)
    if (canSeeAll === true) {
      allow(true)
      return loadUpdateSummaries(db, isOpenUpdate)
    }
    const pendingForUser = await loadUpdateSummaries(
      db,
      sql<boolean>`${isOpenUpdate} and exists (
        select from approvals a where a.subject_kind = 'accountUpdate' and a.subject_id = u.id and ${isSeatHolder(actor, now())})`,
    )
    allow(pendingForUser.length > 0 ? true : canSeeAll)
    return pendingForUser
  },
})
