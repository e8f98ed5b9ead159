import { expect, it } from 'vitest'
import { maxAlertPercent, nextAlert, repeatedAlertProblem, type Thresholds } from './budgetAlerts.ts'

it('suggests only shares that an alert can have', () => {
  const alerts: Thresholds = [
    { percent: 990, basis: 'actual' },
    { percent: maxAlertPercent, basis: 'forecast' },
  ]
  while (alerts.length < 5) alerts.push(nextAlert(alerts))
  expect(repeatedAlertProblem(alerts)).toBeUndefined()
  expect(Math.max(...alerts.map(({ percent }) => percent))).toBe(maxAlertPercent)
})

it('suggests alerts that differ from each other', () => {
  const alerts: Thresholds = [
    { percent: 80, basis: 'actual' },
    { percent: 100, basis: 'forecast' },
  ]
  while (alerts.length < 5) alerts.push(nextAlert(alerts))
  expect(repeatedAlertProblem(alerts)).toBeUndefined()
  expect(repeatedAlertProblem([...alerts, alerts[0]!])).toBeDefined()
})
