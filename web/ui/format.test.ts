import { describe, expect, it } from 'vitest'
import {
  currencySign,
  formatDuration,
  formatFieldDate,
  formatMoney,
  formatMoneyChange,
  formatRelative,
  formatRemaining,
  formatTimeOfDay,
  formatTotal,
  formatUntil,
  minorDigits,
} from './format.ts'
import { initials } from './Person.tsx'

describe('format', () => {
  it('uses the minor units of a currency', () => {
    expect(['GBP', 'EUR'].map(currencySign)).toEqual(['£', '€'])
    expect([minorDigits('GBP'), minorDigits('JPY'), minorDigits('KWD')]).toEqual([2, 0, 3])
    expect(formatMoney({ amount: 123456, currency: 'GBP' })).toContain('1,234.56')
    expect(formatMoney({ amount: 1234, currency: 'JPY' })).toContain('1,234')
    expect(formatMoney({ amount: 123456, currency: 'GBP' }, { round: true })).toContain('1,235')
    expect(formatMoney({ amount: 123400, currency: 'GBP' }, { strip: true })).toMatch(/1,234$/)
    expect(formatMoney({ amount: 1500, currency: 'KWD' }, { strip: true })).toContain('1.500')
    expect(formatMoney({ amount: 290395555, currency: 'GBP' }, { compact: true })).toMatch(/2\.9M/i)
    expect(formatMoney({ amount: 85000, currency: 'GBP' }, { compact: true })).toMatch(/850$/)
  })
  it('writes the month of a date field in letters, whatever the time zone is', () => {
    // The time zone of a running process can't change, so the text is compared with the parts in the process's own time zone.
    const local = new Date(2026, 2, 4, 9, 5)
    const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' }).format(local)
    expect(formatFieldDate('2026-03-04')).toMatch(new RegExp(`^${weekday}\\b.*\\b${local.getDate()} Mar\\w* 2026$`))
    expect(formatFieldDate('2026-03-04T09:05')).toMatch(new RegExp(`^${weekday}\\b.*\\b4 Mar\\w* 2026\\b.*\\b09:05$`))
  })
  it.each(['20261-04-03', '20261-04-03T09:05', '2026-13-01', 'tomorrow'])('writes no date for %s', (value) => {
    expect(formatFieldDate(value)).toBeUndefined()
  })
  it('includes the day of a time that isn’t today', () => {
    const now = new Date(2026, 10, 28, 22, 0).getTime()
    expect(formatTimeOfDay(new Date(2026, 10, 28, 23, 30).toISOString(), now)).toMatch(/^\D*11:30|^23:30$/)
    expect(formatTimeOfDay(new Date(2026, 10, 29, 0, 30).toISOString(), now)).toMatch(/2026/)
  })
  it.each([
    [7_100, /^\+\D*71$/],
    [-500, /^−\D*5$/],
    [0, /^±\D*0$/],
  ])('formats a difference of %i with its sign', (amount, text) => expect(formatMoneyChange({ amount, currency: 'GBP' })).toMatch(text))
  it.each([
    [0, '0 s'],
    [192_000, '3 min 12 s'],
    [3_600_000, '1 h'],
    [187_200_000, '2 d 4 h'],
    [86_405_000, '1 d'],
    [-5, '0 s'],
  ])('formats %i ms as %s', (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text))
  it.each([
    [-10, 'just now'],
    [-120, '2 minutes ago'],
    [7200, 'in 2 hours'],
    [-86_400, 'yesterday'],
    [-59, 'just now'],
    [-119, '2 minutes ago'],
    [3590, 'in 60 minutes'],
    [4.6 * 3600, 'in 5 hours'],
    [16.9 * 3600, 'in 17 hours'],
    [22 * 3600, 'in 22 hours'],
    [86_000, 'tomorrow'],
    [29 * 3600, 'tomorrow'],
    [40 * 3600, 'in 2 days'],
    [-40 * 3600, '2 days ago'],
    [9 * 86_400, 'in 9 days'],
    [20 * 86_400, 'in 20 days'],
    [-21 * 86_400, '21 days ago'],
    [-40 * 86_400, '40 days ago'],
    [-80 * 86_400, '3 months ago'],
    [-70 * 86_400, '2 months ago'],
    [-500 * 86_400, '17 months ago'],
    [-1_000 * 86_400, '2 years ago'],
    [-5.5 * 365 * 86_400, '5 years ago'],
  ])('formats %i s as %s', (seconds, text) => {
    const now = new Date(2026, 10, 21, 12).getTime()
    expect(formatRelative(new Date(now + seconds * 1000).toISOString(), now)).toBe(text)
  })
  it.each([
    [0.5, '1 minute'],
    [119.9 * 60, '120 minutes'],
    [16.4 * 3_600, '16 hours'],
    [71.9 * 3_600, '72 hours'],
    [7 * 86_400 - 60, '7 days'],
    [13.9 * 86_400, '14 days'],
  ])('formats %i remaining seconds as %s, also until a time', (seconds, text) => {
    const now = Date.UTC(2026, 10, 21, 12)
    expect(formatRemaining(seconds * 1_000)).toBe(text)
    expect(formatUntil(new Date(now + seconds * 1_000).toISOString(), now)).toBe(`in ${text}`)
    expect(formatUntil(new Date(now - 120_000).toISOString(), now)).toBe('2 minutes ago')
  })
  it('marks a total that is a lower bound', () => expect(formatTotal(10_000, true)).toBe('10,000+'))
})

describe('initials', () => {
  it.each([
    ['Amira Okafor', 'AO'],
    ['Zoë', 'Z'],
    ['maria de la cruz', 'MC'],
    ['', ''],
  ])('shortens %s', (name, letters) => expect(initials(name)).toBe(letters))
})
