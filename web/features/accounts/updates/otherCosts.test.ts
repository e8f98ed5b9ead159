import { expect, it } from 'vitest'
import { costNotInServices } from './otherCosts.ts'

const months = (lastMonth: number, currency = 'GBP') => ({
  byMonth: [lastMonth, 28].map((amount, index) => ({ month: `2026-1${index + 1}`, actual: { amount, currency } })),
})

it('returns the part of last month’s cost that the services don’t explain', () => {
  expect(costNotInServices(months(643), 142, 'GBP')).toMatchObject({ rest: { amount: 501 }, lastMonth: { amount: 643 } })
})

it.each([
  ['the estimates are higher', months(100), 142],
  ['the currency differs', months(643, 'EUR'), 142],
  ['there are no months', { byMonth: [] }, 142],
])('returns nothing if %s', (_case, cost, estimate) => {
  expect(costNotInServices(cost, estimate, 'GBP')).toBeUndefined()
})
