import { describeList, ListOptions, OptionsQuery } from '../../http/listOptions.ts'
import { operation } from '../../http/operation.ts'
import { accountList, existingAccounts } from './list.ts'

export const getAccountsAdvOptions = operation({
  id: 'getAccountsAdvOptions',
  method: 'GET',
  path: '/accounts/adv/options',
  tag: 'accounts',
  summary: 'What accounts can be filtered and sorted by, with counts',
  access: 'signedIn',
  query: OptionsQuery,
  answers: { 200: ListOptions },
  errors: ['invalidFilter'],
  async handler({ db, actor, query }) {
    const names = async (table: 'towers' | 'families') =>
      Object.fromEntries((await db.selectFrom(table).select(['id', 'name']).execute()).map(({ id, name }) => [id, name]))
    return describeList(db, accountList(actor), query, existingAccounts, { tower: () => names('towers'), family: () => names('families') })
  },
})
