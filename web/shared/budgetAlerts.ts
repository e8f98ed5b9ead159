import type { RequestDetails } from './requestTypes.ts'

export type Thresholds = RequestDetails['budget']['thresholds']

export function repeatedAlertProblem(alerts: Thresholds): string | undefined {
  const distinct = new Set(alerts.map(({ percent, basis }) => `${percent} ${basis}`))
  return distinct.size < alerts.length ? 'Two alerts are the same. Change or remove one.' : undefined
}

export function nextAlert(alerts: Thresholds): Thresholds[number] {
  return { percent: Math.max(100, ...alerts.map(({ percent }) => percent)) + 20, basis: 'actual' }
}
