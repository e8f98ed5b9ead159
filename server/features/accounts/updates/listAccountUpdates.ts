import { sql } from 'kysely'
import { findPage, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { loadAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { updateList } from './list.ts'
import { loadUpdateSummaries } from './queries.ts'
import { AccountUpdateSummary } from './schemas.ts'

export const listAccountUpdates = operation({
  id: 'listAccountUpdates',
  method: 'GET',
  path: '/accounts/{id}/updates',
  tag: 'account-updates',
  summary: 'List all account changes, newest first',
  access: 'owner',
  params: AccountId,
  query: ListQuery,
  responses: { 200: Page(AccountUpdateSummary) },
  errors: ['notFound', 'invalidFilter'],
  async handler({ db, actor, params, query, allow }) {
    const account = await loadAccount(db, actor, params.id)
    allow(canDoInAccount(actor, 'seeAll', account))
    const { ids, ...page } = await findPage(db, updateList, query, sql<boolean>`u.account_id = ${account.id}`)
    return { ...page, items: sortByIds(ids, await loadUpdateSummaries(db, sql<boolean>`u.id = any (${ids}::uuid[])`)) }
  },
})
