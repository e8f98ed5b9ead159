import { expect, it } from 'vitest'
import { nextAlert, repeatedAlertProblem, type Thresholds } from './budgetAlerts.ts'

it('suggests alerts that differ from each other', () => {
  const alerts: Thresholds = [
    { percent: 80, basis: 'actual' },
    { percent: 100, basis: 'forecast' },
  ]
  while (alerts.length < 5) alerts.push(nextAlert(alerts))
  expect(repeatedAlertProblem(alerts)).toBeUndefined()
  expect(repeatedAlertProblem([...alerts, alerts[0]!])).toBeDefined()
})
