import { sql } from 'kysely'
import { ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { pageReader } from '../../../http/pageReader.ts'
import { accountList, existingAccounts } from './list.ts'
import { accountRows, presentAccount } from './queries.ts'
import { Account } from './schemas.ts'

const readAccounts = pageReader(existingAccounts, sql<string>`accounts.id`, accountRows)

export const listAccountsAdv = operation({
  id: 'listAccountsAdv',
  method: 'GET',
  path: '/accounts/adv',
  tag: 'accounts',
  summary: 'List accounts, with paging, sorting, filters and search',
  access: 'signedIn',
  query: ListQuery,
  responses: { 200: Page(Account) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const { items, ...page } = await readAccounts(db, accountList(actor), query)
    return { ...page, items: items.map((row) => presentAccount(actor, row)) }
  },
})
