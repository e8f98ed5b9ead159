import { sql } from 'kysely'
import { describeList, ListOptions, OptionsQuery } from '../../../http/listOptions.ts'
import { operation } from '../../../http/operation.ts'
import { accountList, existingAccounts } from './list.ts'

export const getAccountsAdvOptions = operation({
  id: 'getAccountsAdvOptions',
  method: 'GET',
  path: '/accounts/adv/options',
  tag: 'accounts',
  summary: 'List the filter and sort fields of accounts, with counts',
  access: 'signedIn',
  query: OptionsQuery,
  responses: { 200: ListOptions },
  errors: ['invalidFilter'],
  handler: ({ db, actor, query }) =>
    describeList(db, accountList(actor), query, existingAccounts, {
      tower: sql`select id, name from towers`,
      family: sql`select id, name from families where deleted_at is null`,
    }),
})
