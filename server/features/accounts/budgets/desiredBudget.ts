import type { BudgetSpec } from '../../../clients/arm/armBudgets.ts'
import type { Db } from '../../../db/database.ts'
import { toUnits } from '../../../format.ts'
import type { OwningResource } from '../accounts/owningResource.ts'

export const accountBudgetName = 'slipway-monthly'
export const sandboxBudgetName = 'slipway-sandbox'

/** Azure accepts at most this many notifications per budget. */
const maxThresholds = 5

type BudgetValues = Omit<BudgetSpec, 'startDate'> & {
  scope: string
  name: string
  /**
   * The times when Slipway first saw the subscription, and the account or sandbox (`home`) of the budget. Null if Slipway didn't record
   * these times yet.
   */
  since: { subscription: Date | null; home: Date | null }
}

/** Undefined if the account or sandbox is being removed or has no subscription. */
export function loadDesiredBudget(db: Db, { kind, id }: OwningResource): Promise<BudgetValues | undefined> {
  return kind === 'account' ? budgetOfAccount(db, id) : budgetOfSandbox(db, id)
}

async function budgetOfAccount(db: Db, id: string): Promise<BudgetValues | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select(['subscription_id', 'subscription_since', 'budget'])
    .where('id', '=', id)
    .where('status', 'in', ['provisioning', 'failed', 'active'])
    .executeTakeFirst()
  if (!account?.subscription_id) return undefined
  const { amount, currency, contacts, thresholds } = account.budget
  const scope = `/subscriptions/${account.subscription_id}`
  const since = { subscription: account.subscription_since, home: account.subscription_since }
  return { scope, name: accountBudgetName, amount: toUnits(amount, currency), contactEmails: contacts, thresholds, since }
}

/** At these thresholds, Azure notifies the owners independently of Slipway. Slipway doesn't wait for Azure before it freezes a sandbox. */
async function budgetOfSandbox(db: Db, id: string): Promise<BudgetValues | undefined> {
  const sandbox = await db
    .selectFrom('sandboxes')
    .leftJoin('sandbox_hosts as h', 'h.subscription_id', 'sandboxes.subscription_id')
    .select([
      'sandboxes.subscription_id',
      'resource_group',
      'budget_limit',
      'currency',
      'terms',
      'sandboxes.created_at',
      'h.created_at as host_since',
    ])
    .where('sandboxes.id', '=', id)
    .where('sandboxes.status', 'in', ['provisioning', 'failed', 'active', 'frozen'])
    .executeTakeFirst()
  if (!sandbox?.subscription_id) return undefined
  const owners = await db
    .selectFrom('sandbox_owners as o')
    .innerJoin('people as p', 'p.id', 'o.person_id')
    .select('p.email')
    .where('o.sandbox_id', '=', id)
    .orderBy('o.position')
    .execute()
  const contactEmails = owners.flatMap(({ email }) => email ?? [])
  const group = sandbox.resource_group === null ? '' : `/resourceGroups/${sandbox.resource_group}`
  return {
    scope: `/subscriptions/${sandbox.subscription_id}${group}`,
    name: sandboxBudgetName,
    amount: toUnits(sandbox.budget_limit, sandbox.currency),
    contactEmails,
    since: { subscription: sandbox.host_since ?? sandbox.created_at, home: sandbox.created_at },
    // Azure rejects a notification without recipients.
    thresholds:
      contactEmails.length === 0 ? [] : sandbox.terms.thresholds.slice(-maxThresholds).map(({ percent }) => ({ percent, basis: 'actual' })),
  }
}
