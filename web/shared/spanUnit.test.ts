import { expect, it } from 'vitest'
import { spanFieldLabels } from './formLabels.ts'
import { readSpan, toWholeDays, unitOf } from './spanUnit.ts'

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
  ['1.5', 'days', 1, 720, { number: 1.5 }],
  ['0,5', 'days', 1, 720, { problem: 'comma' }],
  ['30', 'days', 1, 720, { number: 30 }],
  ['36 hours', 'hours', 1, 720, { number: 36 }],
  ['', 'days', 1, 720, { number: null }],
  ['0', 'days', 1, 720, { problem: 'range' }],
  ['0', 'days', 0, 720, { number: 0 }],
  ['40', 'days', 1, 720, { problem: 'range' }],
  ['999', 'hours', 1, 336, { problem: 'range' }],
  ['7.5', 'hours', 1, 720, { problem: 'decimals' }],
  ['1.01', 'days', 0, undefined, { problem: 'decimals' }],
  ['1e2', 'days', 0, undefined, { problem: 'unreadable' }],
] as const)('reads %j %s within %s and %s as %j', (text, unit, min, max, expected) => {
  expect(readSpan(text, unit, min, max)).toEqual(expected)
})

it('names the limits of a duration', () => {
  expect(spanFieldLabels.enterDuration(1, 336)).toMatch(/\b1 hour\b.*\b14 days\b/)
  expect(spanFieldLabels.enterDuration(4, 30)).toMatch(/\b4 hours\b.*\b30 hours\b/)
  expect(spanFieldLabels.enterDuration(0, undefined)).toMatch(/\b0 hours\b/)
})
