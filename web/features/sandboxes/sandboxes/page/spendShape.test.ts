import { describe, expect, it } from 'vitest'
import { pointAt, spendShape, tickTimes } from './spendShape.ts'

const hourMs = 3_600_000
const start = Date.parse('2026-03-10T09:00:00Z')
const iso = (hours: number) => new Date(start + hours * hourMs).toISOString()
const spend = (overrides: Partial<Parameters<typeof spendShape>[0]> = {}): Parameters<typeof spendShape>[0] => ({
  points: [
    { at: iso(0), spent: 0, billed: true, filled: false },
    { at: iso(24), spent: 1_000, billed: true, filled: false },
    { at: iso(40), spent: 1_600, billed: false, filled: false },
  ],
  start: iso(0),
  end: iso(96),
  spent: 1_650,
  limit: 5_000,
  hourlyRate: 50,
  thresholds: [{ percent: 100, action: 'freeze', amount: 5_000, reachedAt: null }],
  ...overrides,
})

describe('spendShape', () => {
  it('forecasts from now to the end at the current rate', () => {
    const shape = spendShape(spend(), start + 41 * hourMs)
    expect(shape).toMatchObject({ from: start, to: start + 96 * hourMs, now: start + 41 * hourMs })
    expect(shape.forecast).toMatchObject({ from: { spent: 1_650 }, to: { at: start + 96 * hourMs, spent: 1_650 + 55 * 50 } })
    expect(shape.points.at(-1)).toEqual({ at: start + 41 * hourMs, spent: 1_650, billed: false })
    expect(shape.top).toBeGreaterThan(5_000)
  })

  it('ends the forecast when the limit freezes the sandbox', () => {
    const { forecast } = spendShape(spend({ hourlyRate: 100 }), start + 41 * hourMs)
    expect(forecast?.to).toEqual({ at: start + 41 * hourMs + 33.5 * hourMs, spent: 5_000, billed: false })
  })

  it('continues the forecast past a limit that only notifies', () => {
    const thresholds = [{ percent: 100, action: 'notify' as const, amount: 5_000, reachedAt: null }]
    const { forecast, top } = spendShape(spend({ hourlyRate: 100, thresholds }), start + 41 * hourMs)
    expect(forecast?.to.spent).toBe(1_650 + 5_500)
    expect(top).toBeGreaterThan(7_150)
  })

  it.each([
    ['nothing costs anything', { hourlyRate: 0 }, 41],
    ['the limit is reached', { spent: 5_000 }, 41],
    ['its time is over', {}, 100],
  ])('has no forecast when %s', (_, overrides, hours) => {
    expect(spendShape(spend(overrides), start + hours * hourMs).forecast).toBeNull()
  })

  it('returns a shape even before any spend was metered', () => {
    const shape = spendShape(spend({ points: [], spent: 0, hourlyRate: 0 }), start)
    expect(shape.points).toEqual([])
    expect(shape.top).toBeGreaterThan(0)
  })
})

describe('pointAt', () => {
  it('returns the values at that moment', () => {
    const { points } = spendShape(spend(), start + 41 * hourMs)
    expect(pointAt(points, start + 30 * hourMs)?.spent).toBe(1_000)
    expect(pointAt(points, start - hourMs)?.spent).toBe(0)
    expect(pointAt([], start)).toBeUndefined()
  })
})

describe('tickTimes', () => {
  it('returns a limited number of times within the period', () => {
    for (const hours of [2, 30, 96, 400, 8_000]) {
      const named = tickTimes(start, start + hours * hourMs, 8)
      expect(named.length).toBeLessThanOrEqual(13)
      expect(named.every(({ at }) => at >= start && at <= start + hours * hourMs)).toBe(true)
    }
  })
})
