import { expect, it } from 'vitest'
import { costsByCurrency, forecastOf, seriesOf, sumKnown } from './costs.ts'
import type { EstateTower } from './types.ts'

const months = ['2026-10', '2026-11']
const counted = { count: 1, filter: 'status==active' }
const cost = (currency: string, spent: (number | null)[], remaining: number | null = null) => ({
  currency,
  byMonth: months.map((month, index) => ({ month, spent: spent[index] ?? null, accounts: 1 })),
  remaining,
  forecasts: remaining === null ? 0 : 1,
})
const tower = (name: string, ...costs: EstateTower['costs']): EstateTower => ({
  tower: { id: name, name },
  active: counted,
  unknown: counted,
  costs,
})

it('adds known amounts, and returns null if none is known', () => {
  expect([sumKnown([1, null, 2]), sumKnown([0, null]), sumKnown([null, null]), sumKnown([])]).toEqual([3, 0, null, null])
})

it('separates currencies, sorts towers by cost, and keeps unknown months null', () => {
  const [pounds, euros] = costsByCurrency([
    tower('A', cost('GBP', [null, 5])),
    tower('B', cost('EUR', [7, null]), cost('GBP', [null, 9], 4)),
    tower('C'),
  ])
  expect(pounds).toMatchObject({ currency: 'GBP', months, total: { spent: [null, 14], remaining: 4, accounts: 2, forecasts: 1 } })
  expect([forecastOf(pounds!.total), forecastOf(pounds!.towers[0]!), forecastOf(pounds!.towers[1]!)]).toEqual([
    { amount: 18, atLeast: true },
    { amount: 13, atLeast: false },
    null,
  ])
  expect(pounds!.towers.map(({ name }) => name)).toEqual(['B', 'A'])
  expect(euros).toMatchObject({ currency: 'EUR', total: { spent: [7, null], remaining: null } })
})

it.each([
  [5, 0],
  [6, 2],
  [9, 5],
])('shows %i towers as at most five series, with the sum of %i of them', (towers, added) => {
  const [all] = costsByCurrency(Array.from({ length: towers }, (_, index) => tower(`T${index}`, cost('GBP', [1, 2]))))
  const series = seriesOf(all!, 'Other')
  expect(series.length).toBe(5)
  expect(series.at(-1)).toEqual(added === 0 ? { label: 'T4', values: [1, 2] } : { label: 'Other', values: [added, added * 2] })
})
