import { describe, expect, it } from 'vitest'
import { formatDay, formatHours, formatMinutes, formatMoment, formatMoney, formatRemaining, toMinorUnits, toUnits } from './format.ts'

describe('format', () => {
  it('formats times in the offices’ time zone, in summer and winter', () => {
    expect(formatDay(new Date('2026-12-04T23:30:00Z'))).toBe('4 Dec 2026')
    expect(formatDay(new Date('2026-07-04T23:30:00Z'))).toBe('5 Jul 2026')
    expect(formatMoment(new Date('2026-12-04T14:05:00Z'))).toBe('4 Dec 2026, 14:05 GMT')
    expect(formatMoment(new Date('2026-07-04T14:05:00Z'))).toBe('4 Jul 2026, 15:05 BST')
  })

  it.each([
    [1, '1 hour'],
    [24, '1 day'],
    [36, '36 hours'],
    [168, '7 days'],
  ])('formats %i hours as %s', (hours, text) => expect(formatHours(hours)).toBe(text))

  it('rounds a remaining time to the nearest unit, as screens do', () => {
    expect([4.6, 71.9, 20.6 * 24].map((hours) => formatRemaining(hours * 3_600_000))).toEqual(['5 hours', '72 hours', '21 days'])
  })

  it.each([
    [1, '1 minute'],
    [60, '1 hour'],
    [90, '1 hour 30 minutes'],
    [480, '8 hours'],
  ])('formats %i minutes as %s', (minutes, text) => expect(formatMinutes(minutes)).toBe(text))

  it.each([
    [12.345, 'GBP', 1_235],
    [1_250, 'JPY', 1_250],
    [1.5, 'KWD', 1_500],
    [1.5, 'unknown', 150],
  ])('counts %d %s as %i minor units', (units, currency, amount) => expect(toMinorUnits(units, currency)).toBe(amount))

  it.each([
    [1_235, 'GBP', 12.35],
    [1_250, 'JPY', 1_250],
  ])('counts %i minor units of %s as %d', (amount, currency, units) => expect(toUnits(amount, currency)).toBe(units))

  it('formats amounts with the decimal places of their currency', () => {
    expect(formatMoney({ amount: 125_000, currency: 'GBP' })).toBe('£1,250')
    expect(formatMoney({ amount: 125_050, currency: 'GBP' }, { round: true })).toBe('£1,251')
    expect(formatMoney({ amount: 1_250, currency: 'JPY' })).toBe('JP¥1,250')
  })
})
