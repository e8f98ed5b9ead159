import { operation } from '../../../http/operation.ts'
import { loadBudgetRuns } from './budgetRuns.ts'
import { findAccount, presentExisting } from './queries.ts'
import { Account, AccountId } from './schemas.ts'

export const getAccount = operation({
  id: 'getAccount',
  method: 'GET',
  path: '/accounts/{id}',
  tag: 'accounts',
  summary: 'Get an account',
  description: 'Only owners, administrators and auditors get the budget, tags and network. `budgetRun` sets the budget of a new account.',
  access: 'signedIn',
  params: AccountId,
  responses: { 200: Account },
  errors: ['notFound'],
  preload: ({ db, params }) => findAccount(db, params.id),
  async handler({ db, actor }, row) {
    const account = presentExisting(actor, row)
    if (!row?.budget_run_id || account.can['seeAll'] !== true) return account
    const budgetRun = (await loadBudgetRuns(db, actor, [row.id])).get(row.id)
    return budgetRun ? { ...account, budgetRun } : account
  },
})
