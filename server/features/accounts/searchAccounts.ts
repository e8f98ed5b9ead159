import { Type } from 'typebox'
import { findPage, inOrder } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { accountList, existingAccounts } from './list.ts'
import { presentSummary, summaryRows } from './queries.ts'
import { AccountSummary } from './schemas.ts'

export const searchAccounts = operation({
  id: 'searchAccounts',
  method: 'GET',
  path: '/accounts/search',
  tag: 'accounts',
  summary: 'The 20 accounts that fit a text best',
  description:
    'By name, description, cost centre, or a whole subscription id. Typing errors are forgiven where nothing matches to the letter.',
  access: 'signedIn',
  query: Type.Object({ searchTerm: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }, { additionalProperties: false }),
  answers: { 200: Type.Array(AccountSummary) },
  async handler({ db, actor, query }) {
    const { ids } = await findPage(db, accountList(actor), { search: query.searchTerm, size: 20 }, existingAccounts)
    const rows = ids.length > 0 ? await summaryRows(db).where('accounts.id', 'in', ids).execute() : []
    return inOrder(ids, rows).map(presentSummary)
  },
})
