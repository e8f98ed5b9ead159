import { sql } from 'kysely'
import { findPage, inOrder, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { accountList, existingAccounts } from './list.ts'
import { accountRows, presentAccount } from './queries.ts'
import { Account } from './schemas.ts'

export const listAccountsAdv = operation({
  id: 'listAccountsAdv',
  method: 'GET',
  path: '/accounts/adv',
  tag: 'accounts',
  summary: 'List accounts by page, sorted, filtered and searched',
  access: 'signedIn',
  query: ListQuery,
  answers: { 200: Page(Account) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const { ids, ...page } = await findPage(db, accountList(actor), query, existingAccounts)
    // A single array parameter keeps this one prepared statement, however many ids there are.
    const rows = ids.length > 0 ? await accountRows(db).where(sql<boolean>`accounts.id = any (${ids}::uuid[])`).execute() : []
    return { ...page, items: inOrder(ids, rows).map((row) => presentAccount(actor, row)) }
  },
})
