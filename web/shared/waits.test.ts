import { expect, it } from 'vitest'
import { count, describeSince, describeWait } from './waits.ts'

it('describes how long decisions take', () => {
  expect(describeWait(0.2)).toMatch(/1 hour$/)
  expect([1, 5.6, 35, 36, 100].map(describeWait)).toEqual([
    'about 1 hour',
    'about 6 hours',
    'about 35 hours',
    'about 2 days',
    'about 4 days',
  ])
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
