import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { whoMay } from '../accounts/policy.ts'
import { readAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { readUpdateSummaries } from './queries.ts'
import { AccountUpdateSummary } from './schemas.ts'

export const listPendingUpdates = operation({
  id: 'listPendingUpdates',
  method: 'GET',
  path: '/accounts/{id}/updates/pending-approval',
  tag: 'account-updates',
  summary: 'Changes of an account that wait for approval, or for their requester',
  access: 'owner',
  params: AccountId,
  answers: { 200: Type.Array(AccountUpdateSummary) },
  errors: ['notFound'],
  async handler({ db, actor, params, allow }) {
    const account = await readAccount(db, actor, params.id)
    allow(whoMay(actor, 'seeAll', account))
    return readUpdateSummaries(db, sql<boolean>`u.account_id = ${account.id} and u.status in ('pending_approval', 'changes_requested')`)
  },
})
