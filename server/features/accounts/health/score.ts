import type { HealthPartResult } from './parts.ts'

export interface HealthScore {
  /** Percentage of the known points that the account has, from 0 to 100. */
  score: number
  known: number
}

/**
 * Parts that are unknown or pending don't count: their state could be good or bad. A score is always shown with the number of known points.
 */
export function scoreOf(parts: readonly Pick<HealthPartResult, 'points' | 'of' | 'state'>[]): HealthScore {
  const assessed = parts.filter(({ state }) => state !== 'unknown' && state !== 'pending')
  const sum = (counter: 'points' | 'of') => assessed.reduce((total, healthPart) => total + healthPart[counter], 0)
  return { score: Math.round((100 * sum('points')) / (sum('of') || 1)), known: sum('of') }
}

export function describeScore({ score, known }: HealthScore): string {
  return known === 100 ? `${score} of 100` : `${Math.round((score * known) / 100)} of ${known} known points`
}
