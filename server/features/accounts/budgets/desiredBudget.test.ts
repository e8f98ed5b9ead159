import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeSandbox } from '../../sandboxes/sandboxes/sandboxes.fixture.ts'
import { loadDesiredBudget } from './desiredBudget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('loadDesiredBudget', () => {
  it.each([
    ['GBP', 50],
    ['JPY', 5_000],
  ])('returns the budget of a sandbox in %s in whole units, as Azure counts', async (currency, amount) => {
    const owners = [app.persona('Priya').id]
    const id = await makeSandbox(app.db, {
      name: `budget-${currency.toLowerCase()}`,
      owners,
      currency,
      budget_limit: 5_000,
      subscription_id: randomUUID(),
      resource_group: 'rg-budget',
    })
    expect(await loadDesiredBudget(app.db, { kind: 'sandbox', id })).toMatchObject({ amount })
  })
})
