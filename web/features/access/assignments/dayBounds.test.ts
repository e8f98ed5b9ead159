import { describe, expect, it } from 'vitest'
import { dayOf, endOfDay } from './dayBounds.ts'

describe('days', () => {
  const noonTimestamp = new Date(2026, 10, 5, 12, 30).toISOString()

  it('uses the viewer’s time zone', () => {
    expect(dayOf(noonTimestamp)).toBe('2026-11-05')
    expect(dayOf(new Date(2026, 0, 1, 0, 0).toISOString())).toBe('2026-01-01')
    expect(dayOf(null)).toBe('')
  })

  it('ends a day just before midnight, or at the limit', () => {
    expect(endOfDay('2026-11-05', null)).toBe(new Date(2026, 10, 5, 23, 59).toISOString())
    expect(endOfDay('2026-11-05', noonTimestamp)).toBe(noonTimestamp)
    expect(endOfDay('2026-11-04', noonTimestamp)).toBe(new Date(2026, 10, 4, 23, 59).toISOString())
    // A date after the limit is unchanged, because the server reports the error.
    expect(endOfDay('2026-11-06', noonTimestamp)).toBe(new Date(2026, 10, 6, 23, 59).toISOString())
  })
})
