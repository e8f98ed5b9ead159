import type { AccountNetwork, Budget, Environment } from '../../../db/tables.ts'
import type { BudgetRun } from '../budgets/setBudget.ts'
import type { AccountCost } from '../costs/costOf.ts'

/** A fact is undefined if the cloud could not be read. */
type Fetched<T> = T | undefined

export interface CloudFacts {
  /**
   * `never` means that Azure Policy has not evaluated the subscription. Otherwise these are the number of checks that Azure Policy ran, and
   * the number that failed.
   */
  policy: Fetched<'never' | { checks: number; failing: number }>
  defender: Fetched<'off' | 'on'>
  vulnerabilities: Fetched<{ critical: number; high: number }>
  backup: Fetched<{ machines: number; without: number }>
  patching: Fetched<{ machines: number; without: number }>
  tags: Fetched<Record<string, string>>
  groups: Fetched<{ unmanaged: number; untagged: number }>
  publicAddresses: Fetched<number>
  /**
   * This month's spend in whole units of the billing currency. `unknown`: Azure did not return a currency. `noBudget`: there is no budget
   * to compare with.
   */
  spent: Fetched<number | 'unknown' | 'noBudget'>
  /** The same spend with its currency and forecast; it isn't scored, but recorded for each month. */
  cost: Fetched<AccountCost>
}

export interface OwnFacts {
  environment: Environment
  subscriptionId: string | null
  network: AccountNetwork
  budget: Budget
  owners: { active: boolean }[]
  /** The time when Slipway first saw the subscription that it created; null for subscriptions that existed before. */
  subscriptionSince: Date | null
  budgetRun: BudgetRun
}

/** The tags that every account has. The build of the account sets them (`tagsOf`). */
export const requiredTags = ['costCentre', 'environment', 'criticality', 'dataClassification', 'managedBy'] as const

export const emptyCloudFacts: CloudFacts = {
  policy: undefined,
  defender: undefined,
  vulnerabilities: undefined,
  backup: undefined,
  patching: undefined,
  tags: undefined,
  groups: undefined,
  publicAddresses: undefined,
  spent: undefined,
  cost: undefined,
}
