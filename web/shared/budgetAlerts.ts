import type { RequestDetails } from './requestTypes.ts'

export type Thresholds = RequestDetails['budget']['thresholds']

export function repeatedAlertProblem(alerts: Thresholds): string | undefined {
  const distinct = new Set(alerts.map(({ percent, basis }) => `${percent} ${basis}`))
  return distinct.size < alerts.length ? 'Two alerts are the same. Change or remove one.' : undefined
}

/** The largest share of the budget that an alert can have, in percent. */
export const maxAlertPercent = 1_000

/** Returns the first free step after the last alert or, if there is none, the first free percentage below it. */
export function nextAlert(alerts: Thresholds): Thresholds[number] {
  const taken = new Set(alerts.map(({ percent }) => percent))
  let percent = Math.min(Math.max(100, ...taken) + 20, maxAlertPercent)
  while (taken.has(percent)) percent--
  return { percent, basis: 'actual' }
}
