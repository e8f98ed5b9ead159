import { expect, it } from 'vitest'
import { pollDelayMs } from './pollDelay.ts'

it.each([
  [0, 100],
  [100, 200],
  [300, 400],
  [700, 500],
  [4_000, 2_000],
  [60_000, 15_000],
])('returns, for %i ms of waiting, a delay of %i ms', (waitedMs, delayMs) => {
  expect(pollDelayMs(waitedMs)).toBe(delayMs)
})

it('waits even if the clocks of two workers differ', () => {
  expect(pollDelayMs(-5_000)).toBe(100)
})
