import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { loadAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { loadUpdateSummaries } from './queries.ts'
import { AccountUpdateSummary } from './schemas.ts'

export const listCatalogueUpdates = operation({
  id: 'listCatalogueUpdates',
  method: 'GET',
  path: '/accounts/{id}/updates/catalogue',
  tag: 'account-updates',
  summary: 'List the latest 200 service changes, newest first',
  access: 'owner',
  params: AccountId,
  responses: { 200: Type.Array(AccountUpdateSummary) },
  errors: ['notFound'],
  async handler({ db, actor, params, allow }) {
    const account = await loadAccount(db, actor, params.id)
    allow(canDoInAccount(actor, 'seeAll', account))
    return loadUpdateSummaries(db, sql<boolean>`u.account_id = ${account.id} and u.kind = 'catalogue'`)
  },
})
