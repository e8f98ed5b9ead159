import { describe, expect, test } from 'vitest'
import { budgetStatusOf, describeOverspend, formatMonth } from './costLabels.ts'

const pounds = (amount: number) => ({ amount: amount * 100, currency: 'GBP' })

describe('the month’s forecast against the budget', () => {
  test.each([
    ['stays under', 40, 80, 100, 'ok', /£20\b/],
    ['will go over', 40, 130, 100, 'warn', /£30\b/],
    ['is over, whatever is forecast', 110, 150, 100, 'bad', /£10\b/],
    ['is exactly met', 40, 100, 100, 'ok', /£0\b/],
  ] as const)('describes a budget that %s', (_title, actual, forecast, budget, tone, label) => {
    const course = budgetStatusOf({ actual: pounds(actual), forecast: pounds(forecast), budget: pounds(budget) })
    expect(course).toEqual({ tone, label: expect.stringMatching(label) })
  })

  test.each([
    ['left', 30.5, null, /£69\b/],
    ['under the budget', 10, 79.6, /£20\b/],
    ['over the budget', 130.4, null, /£30\b/],
    ['over by less than a pound', 100.4, null, /£0\.40/],
  ] as const)('shows a difference of the rounded amounts: %s', (_, actual, forecast, label) => {
    const status = budgetStatusOf({ actual: pounds(actual), forecast: forecast === null ? null : pounds(forecast), budget: pounds(100) })
    expect(status?.label).toMatch(label)
  })

  test('shows the remaining budget if there is no forecast', () => {
    expect(budgetStatusOf({ actual: pounds(30), forecast: null, budget: pounds(100) })?.label).toMatch(/£70\b/)
  })

  test('shows nothing without a budget, or if its currency differs', () => {
    expect(budgetStatusOf({ actual: pounds(30), forecast: null, budget: null })).toBeUndefined()
    expect(budgetStatusOf({ actual: pounds(30), forecast: null, budget: { amount: 1, currency: 'EUR' } })).toBeUndefined()
  })
})

describe('the cost of the last month against the budget', () => {
  const months = (last: number) => [
    { month: '2026-01', actual: pounds(500) },
    { month: '2026-02', actual: pounds(last) },
    { month: '2026-03', actual: pounds(0) },
  ]

  test('names the month and the amount above the budget', () => {
    expect(describeOverspend({ byMonth: months(130), budget: pounds(100) })).toMatch(/£30\b.*February 2026/)
  })

  test.each([
    ['it was within the budget', months(100), pounds(100)],
    ['the difference rounds to nothing', months(100.004), pounds(100)],
    ['there is no budget', months(130), null],
    ['the currency differs', months(130), { amount: 1, currency: 'EUR' }],
    ['there is one month', months(130).slice(-1), pounds(100)],
  ])('says nothing if %s', (_, byMonth, budget) => {
    expect(describeOverspend({ byMonth, budget })).toBeUndefined()
  })
})

test('formats a month independently of the reader’s time zone', () => {
  expect(formatMonth('2026-01', 'long')).toMatch(/January 2026/)
})
