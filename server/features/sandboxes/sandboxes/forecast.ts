import { accrue, amountOf, minorOf, msUntilSpent } from '../../services/lookups/money.ts'
import { freezeAmount, type Lease } from './lease.ts'

interface Forecast {
  /** The time at which the budget freezes an active sandbox at the current rate; null if the lease ends before it. */
  freezesAt: Date | null
  /** The time at which the limit is reached at the current rate; null if the lease ends or the budget freezes the sandbox before it. */
  reachesLimitAt: Date | null
  /** The spend at the end at the current rate, without the limit, in minor units. */
  amount: number | null
}

interface SpendState extends Pick<Lease, 'terms' | 'spent' | 'budget_limit' | 'lease_end'> {
  status: string
  hourly_rate: number
  spend_at: Date | null
}

export function forecastOf(sandbox: SpendState, now: Date): Forecast {
  const { status, spent, hourly_rate, budget_limit, spend_at, lease_end } = sandbox
  const isActiveOrFrozen = status === 'active' || status === 'frozen'
  if (!isActiveOrFrozen || !lease_end) return { freezesAt: null, reachesLimitAt: null, amount: null }
  const from = spend_at ?? now
  const rate = BigInt(hourly_rate)
  const remainingMs = Math.max(0, lease_end.getTime() - from.getTime())
  const timeOf = (amount: number): Date | null => {
    const ms = msUntilSpent(amountOf(amount) - amountOf(spent), rate)
    return ms === undefined || ms === 0 || ms > remainingMs ? null : new Date(from.getTime() + ms)
  }
  const amountAtFreeze = status === 'active' ? freezeAmount(sandbox) : undefined
  const freezesAt = amountAtFreeze === undefined ? null : timeOf(amountAtFreeze)
  const isFrozenBefore = freezesAt !== null && amountAtFreeze! < budget_limit
  return {
    freezesAt,
    reachesLimitAt: isFrozenBefore ? null : timeOf(budget_limit),
    amount: spent + minorOf(accrue(rate, remainingMs).amount),
  }
}

/** Returns the spend at the end at the current rate, in minor units. An active sandbox spends no more than the amount that freezes it. */
export function forecastSpend(sandbox: SpendState, now: Date): number | null {
  const { amount } = forecastOf(sandbox, now)
  const amountAtFreeze = freezeAmount(sandbox)
  if (amount === null || amountAtFreeze === undefined || sandbox.status !== 'active') return amount
  return Math.min(amount, Math.max(sandbox.spent, amountAtFreeze))
}
