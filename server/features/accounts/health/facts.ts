import type { AccountNetwork, Budget, Environment } from '../../../db/tables.ts'
import type { BudgetRun } from '../budgets/setBudget.ts'

/** An answer of the cloud; undefined while it could not be asked. */
type Asked<T> = T | undefined

/** What the cloud says about one subscription. */
export interface CloudFacts {
  /** `never` evaluated, or how many checks there were and how many of them fail. */
  policy: Asked<'never' | { checks: number; failing: number }>
  defender: Asked<'off' | 'on'>
  vulnerabilities: Asked<{ critical: number; high: number }>
  backup: Asked<{ machines: number; without: number }>
  patching: Asked<{ machines: number; without: number }>
  tags: Asked<Record<string, string>>
  groups: Asked<{ unmanaged: number; untagged: number }>
  publicAddresses: Asked<number>
  /** This month's, in whole units of the billing currency; `unknown` where Azure names none, `noBudget` where it has no budget to count against. */
  spent: Asked<number | 'unknown' | 'noBudget'>
}

/** What Slipway knows itself. */
export interface OwnFacts {
  environment: Environment
  subscriptionId: string | null
  network: AccountNetwork
  budget: Budget
  owners: { active: boolean }[]
  /** When Slipway first saw the subscription that it created; null for those that were there before. */
  subscriptionSince: Date | null
  budgetRun: BudgetRun
}

/** Tags that every account carries; its build sets them (`tagsOf`). */
export const requiredTags = ['costCentre', 'environment', 'criticality', 'dataClassification', 'managedBy'] as const

/** Nothing could be asked. */
export const nothingAsked: CloudFacts = {
  policy: undefined,
  defender: undefined,
  vulnerabilities: undefined,
  backup: undefined,
  patching: undefined,
  tags: undefined,
  groups: undefined,
  publicAddresses: undefined,
  spent: undefined,
}
