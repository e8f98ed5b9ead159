import { describe, expect, it } from 'vitest'
import { isDue, nextRun, retryDelayMs, type ScheduleTimes } from './dueSchedules.ts'

const minuteMs = 60_000
const hour = 60 * minuteMs
const timeAt = (time: string) => new Date(`2026-03-01T${time}Z`)
const nightly = { periodMs: 24 * hour, offsetMs: 2 * hour + 41 * minuteMs }
const eachMinute = { periodMs: minuteMs, offsetMs: 5_000 }
const times = (overrides: Partial<ScheduleTimes>): ScheduleTimes => ({
  createdAt: timeAt('10:00:00'),
  startedAt: null,
  retryAt: null,
  ...overrides,
})

describe('isDue', () => {
  it.each([
    ['a new schedule waits for its next period', eachMinute, times({}), timeAt('10:00:04'), false],
    ['a new schedule runs in its next period', eachMinute, times({}), timeAt('10:00:05'), true],
    ['one run in a period', eachMinute, times({ startedAt: timeAt('10:01:05') }), timeAt('10:02:04'), false],
    ['the next period', eachMinute, times({ startedAt: timeAt('10:01:05') }), timeAt('10:02:05'), true],
    ['a period missed while Slipway was off', nightly, times({ startedAt: new Date('2026-02-20T02:41:00Z') }), timeAt('09:00:00'), true],
    ['the same night', nightly, times({ startedAt: timeAt('02:41:01') }), timeAt('23:59:59'), false],
    ['before a retry', nightly, times({ startedAt: timeAt('02:41:01'), retryAt: timeAt('03:00:00') }), timeAt('02:59:59'), false],
    ['a retry', nightly, times({ startedAt: timeAt('02:41:01'), retryAt: timeAt('03:00:00') }), timeAt('03:00:00'), true],
    ['a clock turned back by an hour', eachMinute, times({ startedAt: timeAt('11:00:05') }), timeAt('10:00:06'), true],
    ['a clock turned on by a year', eachMinute, times({ startedAt: timeAt('10:00:05') }), new Date('2027-03-01T10:00:06Z'), true],
    [
      'a retry planned before the clock was turned back',
      nightly,
      times({ startedAt: timeAt('20:00:00'), retryAt: timeAt('20:00:05') }),
      timeAt('03:00:00'),
      true,
    ],
  ])('decides whether a schedule is due: %s', (_, timing, input, now, due) => {
    expect(isDue(timing, input, now)).toBe(due)
  })
})

it('returns the next period or an earlier retry, and the current time if the schedule is due', () => {
  const now = timeAt('10:00:30')
  expect(nextRun(eachMinute, times({ startedAt: timeAt('10:00:05') }), now)).toEqual(timeAt('10:01:05'))
  expect(nextRun(eachMinute, times({ startedAt: timeAt('10:00:05'), retryAt: timeAt('10:00:40') }), now)).toEqual(timeAt('10:00:40'))
  expect(nextRun(nightly, times({ startedAt: timeAt('02:41:00') }), now)).toEqual(new Date('2026-03-02T02:41:00Z'))
  expect(nextRun(eachMinute, times({ startedAt: timeAt('09:00:05') }), now)).toEqual(now)
})

it('doubles the retry delay up to an hour', () => {
  expect([1, 2, 3, 10, 11, 5_000].map(retryDelayMs)).toEqual([5_000, 10_000, 20_000, 2_560_000, 3_600_000, 3_600_000])
})
