import { expect, it } from 'vitest'
import { toHours, toWholeDays, unitOf } from './spanUnit.ts'

it.each([
  [168, 720, 'days', 'days'],
  [168, 720, 'hours', 'hours'],
  [0, 720, 'days', 'days'],
  [null, undefined, 'days', 'days'],
  [8, 720, 'days', 'hours'],
  [36, 720, 'days', 'hours'],
  [0, 12, 'days', 'hours'],
] as const)('shows %s hours, of at most %s, with the unit %s in %s', (value, max, chosen, expected) => {
  expect(unitOf(value, max, chosen)).toBe(expected)
})

it.each([
  [36, 1, 720, 48],
  [8, 1, 720, 24],
  [8, 0, 720, 0],
  [60, 1, 60, 48],
  [100, 4, undefined, 96],
] as const)('rounds %s hours within %s and %s to %s', (value, min, max, expected) => {
  expect(toWholeDays(value, min, max)).toBe(expected)
})

it.each([
  [1.5, 'days', 1, 720, 36],
  [0.5, 'days', 1, 720, 12],
  [0, 'days', 1, 720, 1],
  [40, 'days', 1, 720, 720],
  [7.6, 'hours', 1, 720, 8],
  [1.01, 'days', 0, undefined, 24],
] as const)('reads %s %s within %s and %s as %s hours', (amount, unit, min, max, expected) => {
  expect(toHours(amount, unit, min, max)).toBe(expected)
})
