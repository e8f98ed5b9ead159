import { expect, it } from 'vitest'
import { costOf } from './costOf.ts'

type Spend = { amount?: number; unit?: string }
const read = (currentSpend?: Spend, forecastSpend?: Spend) =>
  costOf({
    properties: {
      amount: 100,
      timeGrain: 'Monthly',
      timePeriod: { startDate: '2026-01-01T00:00:00Z' },
      ...(currentSpend && { currentSpend }),
      ...(forecastSpend && { forecastSpend }),
    },
  })

it.each<[string, ReturnType<typeof read>, ReturnType<typeof read>]>([
  [
    'both amounts in minor units',
    read({ amount: 12.345, unit: 'GBP' }, { amount: 20, unit: 'GBP' }),
    { currency: 'GBP', spent: 1235, forecast: 2000 },
  ],
  ['a currency without minor units', read({ amount: 1200, unit: 'JPY' }), { currency: 'JPY', spent: 1200, forecast: null }],
  ['a spend of zero', read({ amount: 0, unit: 'gbp' }), { currency: 'GBP', spent: 0, forecast: null }],
  ['a refund', read({ amount: -1, unit: 'EUR' }), { currency: 'EUR', spent: -100, forecast: null }],
  [
    'no forecast in another currency',
    read({ amount: 1, unit: 'GBP' }, { amount: 2, unit: 'USD' }),
    { currency: 'GBP', spent: 100, forecast: null },
  ],
  ['nothing without a spend', read(), undefined],
  ['nothing without an amount', read({ unit: 'GBP' }), undefined],
  ['nothing without a currency', read({ amount: 3 }), undefined],
  ['nothing in an unknown unit', read({ amount: 3, unit: 'Units' }), undefined],
])('reads %s', (_case, cost, expected) => expect(cost).toEqual(expected))
