import type { TrendName } from '../api/trendQueries.ts'
import { formatNumber } from '../ui/format.ts'

export const trendLabels = {
  title: 'The last 12 weeks',
  none: 'None in 12 weeks',
  now: 'This week so far',
  peak: (count: number) => `Highest week: ${formatNumber(count)}`,
  total: (counts: readonly number[]) =>
    `${formatNumber(counts.reduce((sum, count) => sum + count, 0))} in 12 weeks, ${formatNumber(counts.at(-1) ?? 0)} this week`,
  week: (day: string, count: number) => `Week of ${day}: ${formatNumber(count)}`,
  summary: (series: string, counts: readonly number[]) => `${series} in each of the last 12 weeks: ${counts.map(formatNumber).join(', ')}`,
} as const

export const seriesLabels: Record<TrendName, Record<string, string>> = {
  approvals: { automatic: 'Approved automatically', approved: 'Approved by people', rejected: 'Rejected' },
  audit: { denied: 'Denied requests', failed: 'Failed requests' },
  deliveries: { sent: 'Notifications delivered', givenUp: 'Notifications not delivered' },
  drift: { found: 'Differences found', resolved: 'Differences resolved' },
  emergency: { started: 'Emergency access started' },
  feedback: { good: 'Rated good or great', other: 'Rated fair, weak or poor' },
  runs: { completed: 'Runs completed', cancelled: 'Runs cancelled' },
  sandboxes: { created: 'Sandboxes created', deleted: 'Sandboxes deleted', budgetUsedUp: 'Budgets used up' },
  signIns: { signedIn: 'Sign-ins', denied: 'Denied sign-ins' },
}
