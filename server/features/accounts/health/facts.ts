import type { AccountNetwork, Budget, Environment } from '../../../db/tables.ts'
import type { BudgetRun } from '../budgets/setBudget.ts'
import type { AccountCost } from '../costs/costOf.ts'

/** A fact is undefined if the cloud could not be read. */
type FactOrUnknown<T> = T | undefined

export interface CloudFacts {
  /**
   * `never` means that Azure Policy has not evaluated the subscription. Otherwise these are the number of checks that Azure Policy ran, and
   * the number that failed.
   */
  policy: FactOrUnknown<'never' | { checks: number; failing: number }>
  defender: FactOrUnknown<'off' | 'on'>
  vulnerabilities: FactOrUnknown<{ critical: number; high: number }>
  backup: FactOrUnknown<{ machines: number; without: number }>
  patching: FactOrUnknown<{ machines: number; without: number }>
  tags: FactOrUnknown<Record<string, string>>
  groups: FactOrUnknown<{ unmanaged: number; untagged: number }>
  publicAddresses: FactOrUnknown<number>
  /**
   * This month's spend in whole units of the billing currency. `unknown`: Azure did not return a currency. `noBudget`: there is no budget
   * to compare with.
   */
  spent: FactOrUnknown<number | 'unknown' | 'noBudget'>
  /** The cost isn't scored, but recorded for each month. */
  cost: FactOrUnknown<AccountCost>
}

export interface RecordedFacts {
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
