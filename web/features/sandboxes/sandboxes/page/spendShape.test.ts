import { describe, expect, it } from 'vitest'
import { moments, pointAt, spendShape } from './spendShape.ts'

const hour = 3_600_000
const start = Date.parse('2026-03-10T09:00:00Z')
const iso = (hours: number) => new Date(start + hours * hour).toISOString()
const spend = (more: Partial<Parameters<typeof spendShape>[0]> = {}): Parameters<typeof spendShape>[0] => ({
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
  ...more,
})

describe('spendShape', () => {
  it('forecasts from now to the end at the current rate', () => {
    const shape = spendShape(spend(), start + 41 * hour)
    expect(shape).toMatchObject({ from: start, to: start + 96 * hour, now: start + 41 * hour })
    expect(shape.forecast).toMatchObject({ from: { spent: 1_650 }, to: { at: start + 96 * hour, spent: 1_650 + 55 * 50 } })
    expect(shape.points.at(-1)).toEqual({ at: start + 41 * hour, spent: 1_650, billed: false })
    expect(shape.top).toBeGreaterThan(5_000)
  })

  it('ends the forecast where the limit freezes the sandbox', () => {
    const { forecast } = spendShape(spend({ hourlyRate: 100 }), start + 41 * hour)
    expect(forecast?.to).toEqual({ at: start + 41 * hour + 33.5 * hour, spent: 5_000, billed: false })
  })

  it('forecasts past a limit that only notifies', () => {
    const thresholds = [{ percent: 100, action: 'notify' as const, amount: 5_000, reachedAt: null }]
    const { forecast, top } = spendShape(spend({ hourlyRate: 100, thresholds }), start + 41 * hour)
    expect(forecast?.to.spent).toBe(1_650 + 5_500)
    expect(top).toBeGreaterThan(7_150)
  })

  it.each([
    ['nothing costs anything', { hourlyRate: 0 }, 41],
    ['the limit is reached', { spent: 5_000 }, 41],
    ['its time is over', {}, 100],
  ])('has no forecast when %s', (_, more, hours) => {
    expect(spendShape(spend(more), start + hours * hour).forecast).toBeNull()
  })

  it('has a shape before anything was metered', () => {
    const shape = spendShape(spend({ points: [], spent: 0, hourlyRate: 0 }), start)
    expect(shape.points).toEqual([])
    expect(shape.top).toBeGreaterThan(0)
  })
})

describe('pointAt', () => {
  it('returns the values at that moment', () => {
    const { points } = spendShape(spend(), start + 41 * hour)
    expect(pointAt(points, start + 30 * hour)?.spent).toBe(1_000)
    expect(pointAt(points, start - hour)?.spent).toBe(0)
    expect(pointAt([], start)).toBeUndefined()
  })
})

describe('moments', () => {
  it('returns few moments within the span, in whole steps', () => {
    for (const hours of [2, 30, 96, 400, 8_000]) {
      const named = moments(start, start + hours * hour, 8)
      expect(named.length).toBeLessThanOrEqual(13)
      expect(named.every(({ at }) => at >= start && at <= start + hours * hour)).toBe(true)
    }
  })
})
