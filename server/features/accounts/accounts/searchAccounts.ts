import { Type } from 'typebox'
import { findPage, nextLink, SearchQuery, searchSize, sortByIds } from '../../../http/list.ts'
import { operation, reply } from '../../../http/operation.ts'
import { accountList, existingAccounts } from './list.ts'
import { presentSummary, summaryRows } from './queries.ts'
import { AccountSummary } from './schemas.ts'

export const searchAccounts = operation({
  id: 'searchAccounts',
  method: 'GET',
  path: '/accounts/search',
  tag: 'accounts',
  summary: 'Search accounts, best match first',
  description:
    'Searches the name, description, cost centre and complete subscription ID. If nothing matches exactly, close spellings match. Returns 20 per page unless you set `size`; the header `link` has the next page.',
  access: 'signedIn',
  query: SearchQuery,
  responses: { 200: Type.Array(AccountSummary) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query: { searchTerm, ...query } }) {
    const { ids, ...page } = await findPage(db, accountList(actor), { size: searchSize, ...query, search: searchTerm }, existingAccounts)
    const rows = ids.length > 0 ? await summaryRows(db).where('accounts.id', 'in', ids).execute() : []
    return reply(200, sortByIds(ids, rows).map(presentSummary), nextLink('/accounts/search', { searchTerm, ...query }, page, ids.length))
  },
})
