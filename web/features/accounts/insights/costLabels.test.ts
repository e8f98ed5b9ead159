import { describe, expect, test } from 'vitest'
import { budgetStatusOf, formatMonth } from './costLabels.ts'

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

  test('shows the remaining budget if there is no forecast', () => {
    expect(budgetStatusOf({ actual: pounds(30), forecast: null, budget: pounds(100) })?.label).toMatch(/£70\b/)
  })

  test('shows nothing without a budget, or if its currency differs', () => {
    expect(budgetStatusOf({ actual: pounds(30), forecast: null, budget: null })).toBeUndefined()
    expect(budgetStatusOf({ actual: pounds(30), forecast: null, budget: { amount: 1, currency: 'EUR' } })).toBeUndefined()
  })
})

test('formats a month independently of the reader’s time zone', () => {
  expect(formatMonth('2026-01', 'long')).toMatch(/January 2026/)
})
