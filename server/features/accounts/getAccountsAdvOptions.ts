import { describeList, ListOptions, OptionsQuery } from '../../http/list.ts'
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
    const [towers, families] = await Promise.all([
      db.selectFrom('towers').select(['id', 'name']).execute(),
      db.selectFrom('families').select(['id', 'name']).execute(),
    ])
    const names = (rows: { id: string; name: string }[]) => Object.fromEntries(rows.map(({ id, name }) => [id, name]))
    return describeList(db, accountList(actor), query, existingAccounts, { tower: names(towers), family: names(families) })
  },
})
