import { sql } from 'kysely'
import { Type } from 'typebox'
import { firstOf } from '../../../http/inMemoryList.ts'
import { operation } from '../../../http/operation.ts'
import { loadBudgetRuns } from './budgetRuns.ts'
import { accountRows, presentAccount } from './queries.ts'
import { Account } from './schemas.ts'

const maxAccounts = 1_000

export const listMyAccounts = operation({
  id: 'listMyAccounts',
  method: 'GET',
  path: '/accounts/myAccounts',
  tag: 'accounts',
  summary: 'List the accounts you own, by name',
  description: `Returns the first ${maxAccounts} accounts. If there are more, the header \`x-more\` is true.`,
  access: 'signedIn',
  extraErrorStatuses: [401],
  responses: { 200: Type.Array(Account) },
  async handler({ db, actor }) {
    const rows = await accountRows(db)
      .where(sql<boolean>`accounts.id in (select o.account_id from account_owners o where o.person_id = ${actor.id})`)
      .orderBy('accounts.name_key')
      .limit(maxAccounts + 1)
      .execute()
    const ids = rows.map(({ id }) => id)
    const budgetRuns = await loadBudgetRuns(db, actor, ids)
    const accounts = rows.map((row) => {
      const run = budgetRuns.get(row.id)
      return { ...presentAccount(actor, row), ...(run && { budgetRun: run }) }
    })
    return firstOf(accounts, maxAccounts)
  },
})
