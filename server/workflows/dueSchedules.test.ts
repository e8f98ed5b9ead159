import { describe, expect, it } from 'vitest'
import { isDue, nextRun, retryDelayMs, type ScheduleTimes } from './dueSchedules.ts'

const minute = 60_000
const hour = 60 * minute
const at = (time: string) => new Date(`2026-03-01T${time}Z`)
const nightly = { periodMs: 24 * hour, offsetMs: 2 * hour + 41 * minute }
const eachMinute = { periodMs: minute, offsetMs: 5_000 }
const times = (change: Partial<ScheduleTimes>): ScheduleTimes => ({ createdAt: at('10:00:00'), startedAt: null, retryAt: null, ...change })

describe('isDue', () => {
  it.each([
    ['a new schedule waits for its next period', eachMinute, times({}), at('10:00:04'), false],
    ['a new schedule runs in its next period', eachMinute, times({}), at('10:00:05'), true],
    ['one run in a period', eachMinute, times({ startedAt: at('10:01:05') }), at('10:02:04'), false],
    ['the next period', eachMinute, times({ startedAt: at('10:01:05') }), at('10:02:05'), true],
    ['a period missed while Slipway was off', nightly, times({ startedAt: new Date('2026-02-20T02:41:00Z') }), at('09:00:00'), true],
    ['the same night', nightly, times({ startedAt: at('02:41:01') }), at('23:59:59'), false],
    ['before a retry', nightly, times({ startedAt: at('02:41:01'), retryAt: at('03:00:00') }), at('02:59:59'), false],
    ['a retry', nightly, times({ startedAt: at('02:41:01'), retryAt: at('03:00:00') }), at('03:00:00'), true],
    ['a clock turned back by an hour', eachMinute, times({ startedAt: at('11:00:05') }), at('10:00:06'), true],
    ['a clock turned on by a year', eachMinute, times({ startedAt: at('10:00:05') }), new Date('2027-03-01T10:00:06Z'), true],
    [
      'a retry planned before the clock was turned back',
      nightly,
      times({ startedAt: at('20:00:00'), retryAt: at('20:00:05') }),
      at('03:00:00'),
      true,
    ],
  ])('evaluates %s', (_, timing, given, now, due) => {
    expect(isDue(timing, given, now)).toBe(due)
  })
})

it('returns the next period or the retry before it, and now when the schedule is due', () => {
  const now = at('10:00:30')
  expect(nextRun(eachMinute, times({ startedAt: at('10:00:05') }), now)).toEqual(at('10:01:05'))
  expect(nextRun(eachMinute, times({ startedAt: at('10:00:05'), retryAt: at('10:00:40') }), now)).toEqual(at('10:00:40'))
  expect(nextRun(nightly, times({ startedAt: at('02:41:00') }), now)).toEqual(new Date('2026-03-02T02:41:00Z'))
  expect(nextRun(eachMinute, times({ startedAt: at('09:00:05') }), now)).toEqual(now)
})

it('doubles the retry delay up to an hour', () => {
  expect([1, 2, 3, 10, 11, 5_000].map(retryDelayMs)).toEqual([5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000])
})
