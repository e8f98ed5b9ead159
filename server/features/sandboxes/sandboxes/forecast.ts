import { accrue, amountOf, minorOf, msUntilSpent } from '../../services/lookups/money.ts'
import { freezePercent, type Lease } from './lease.ts'

interface Forecast {
  /** The time at which the limit is reached at the current rate; null if the lease ends before it. */
  reachesLimitAt: Date | null
  /** The spend at the end at the current rate, without the limit, in minor units. */
  amount: number | null
}

interface SpendState {
  status: string
  spent: number
  hourly_rate: number
  budget_limit: number
  spend_at: Date | null
  lease_end: Date | null
}

export function forecastOf({ status, spent, hourly_rate, budget_limit, spend_at, lease_end }: SpendState, now: Date): Forecast {
  const isActiveOrFrozen = status === 'active' || status === 'frozen'
  if (!isActiveOrFrozen || !lease_end) return { reachesLimitAt: null, amount: null }
  const from = spend_at ?? now
  const rate = BigInt(hourly_rate)
  const remainingMs = Math.max(0, lease_end.getTime() - from.getTime())
  const amount = spent + minorOf(accrue(rate, remainingMs).amount)
  const ms = msUntilSpent(amountOf(budget_limit) - amountOf(spent), rate)
  return { reachesLimitAt: ms === undefined || ms === 0 || ms > remainingMs ? null : new Date(from.getTime() + ms), amount }
}

/** Returns the time at which the budget freezes an active sandbox at the current rate; null if the lease ends before it. */
export function forecastFreeze(sandbox: SpendState & Pick<Lease, 'terms'>, now: Date): Date | null {
  const percent = freezePercent(sandbox.terms)
  if (percent === undefined || sandbox.status !== 'active') return null
  return forecastOf({ ...sandbox, budget_limit: Math.ceil((sandbox.budget_limit * percent) / 100) }, now).reachesLimitAt
}

/** Returns the spend at the end at the current rate, in minor units. An active sandbox spends no more than the amount that freezes it. */
export function forecastSpend(sandbox: SpendState & Pick<Lease, 'terms'>, now: Date): number | null {
  const { amount } = forecastOf(sandbox, now)
  const percent = freezePercent(sandbox.terms)
  if (amount === null || percent === undefined || sandbox.status !== 'active') return amount
  return Math.min(amount, Math.max(sandbox.spent, Math.ceil((sandbox.budget_limit * percent) / 100)))
}
