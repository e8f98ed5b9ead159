import { expect, it } from 'vitest'
import { formatRemaining } from '../ui/format.ts'
import { count, describeRunDuration, describeSince, describeUsualLimit, describeWait } from './waits.ts'

it('describes how long decisions take', () => {
  expect(describeWait(0.2)).toMatch(/1 hour$/)
  expect([1, 1.4, 1.9, 5.6, 35, 36, 71.9, 100].map(describeWait)).toEqual([
    'about 1 hour',
    'about 1 hour',
    'about 2 hours',
    'about 6 hours',
    'about 35 hours',
    'about 36 hours',
    'about 72 hours',
    'about 4 days',
  ])
  expect([5.5, 5.4].map((years) => describeWait(years * 365 * 24))).toEqual(['about 6 years', 'about 5 years'])
})

it('describes a wait of 2 hours or more with the number that a remaining time has', () => {
  for (const hours of [2, 2.4, 35.6, 50, 71.4, 73, 200, 1_000])
    expect(describeWait(hours)).toBe(`about ${formatRemaining(hours * 3_600_000)}`)
})

it('describes the start of the wait', () => {
  const now = new Date(2026, 10, 20, 12).getTime()
  const describeSinceDay = (day: number, hour = 9) => describeSince(new Date(2026, 10, day, hour).toISOString(), now)
  expect(describeSinceDay(19, 23)).toBe('since yesterday')
  expect(describeSinceDay(16)).toBe('since Monday')
  expect(describeSinceDay(3)).toMatch(/^since .*3/)
  expect(describeSinceDay(20, 9)).toMatch(/^since .*9/)
})

it('counts with singular and plural', () => {
  expect([count(1, 'account'), count(3, 'account'), count(2, 'family', 'families')]).toEqual(['1 account', '3 accounts', '2 families'])
})

it('describes the limit beside a usual wait only if it says more', () => {
  const limitOf = (medianHours: number, p90Hours: number) => describeUsualLimit({ medianHours, p90Hours })
  expect(limitOf(0.1, 0.5)).toBeUndefined()
  expect(limitOf(5.6, 6)).toBeUndefined()
  expect(limitOf(0.1, 5.6)).toBe('6 hours')
  expect(limitOf(5.6, 96)).toBe('4 days')
})

it('rounds the limit up, so that it isn’t less than the measured time', () => {
  const limits = [1, 1.4, 6.4, 71.2, 100, 61 * 24].map((p90Hours) => describeUsualLimit({ medianHours: 0.1, p90Hours }))
  expect(limits).toEqual(['1 hour', '2 hours', '7 hours', '72 hours', '5 days', '3 months'])
})

it('describes how long runs take', () => {
  expect([60, 250, 3 * 3_600].map(describeRunDuration)).toEqual(['about 1 minute', 'about 4 minutes', 'about 3 hours'])
  expect(describeRunDuration(5)).not.toBe(describeRunDuration(60))
})
