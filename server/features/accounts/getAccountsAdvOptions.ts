import { sql } from 'kysely'
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
    const ask = () =>
      db
        .selectFrom('towers')
        .select(['id', 'name', sql<string>`'tower'`.as('field')])
        .unionAll(db.selectFrom('families').select(['id', 'name', sql<string>`'family'`.as('field')]))
        .execute()
    // One statement for both.
    let names: ReturnType<typeof ask> | undefined
    const namesOf = async (of: string) => {
      names ??= ask()
      return Object.fromEntries((await names).filter(({ field }) => field === of).map(({ id, name }) => [id, name]))
    }
    return describeList(db, accountList(actor), query, existingAccounts, { tower: () => namesOf('tower'), family: () => namesOf('family') })
  },
})
