import { expect, it } from 'vitest'
import { addStep, clampNumber, formatInput, numericText, parseNumber } from './numberText.ts'

const pounds = { style: 'currency', currency: 'GBP' } as const

it.each([
  ['', null],
  ['  ', null],
  ['12', 12],
  ['-3.5', -3.5],
  ['−3', -3],
  ['1,234', 1234],
  ['1,234.50', 1234.5],
  ['1,234,567', 1_234_567],
  ['1,5', 1.5],
  ['£1,250.00', 1250],
  ['７５', 75],
  ['-', undefined],
  ['.', undefined],
  ['1-2', undefined],
  ['1.2.3', undefined],
])('reads %j as %j', (text, number) => {
  expect(parseNumber(text)).toBe(number)
})

it('removes only what a number can’t contain', () => {
  expect(numericText('12a')).toBe('12')
  expect(numericText('£500', pounds)).toBe('£500')
  expect(numericText('£500')).toBe('500')
  expect(numericText('-1,234.5 ')).toBe('-1,234.5 ')
})

it('reads the text that it writes', () => {
  for (const value of [0, 7, -12.5, 1_234_567]) {
    expect(parseNumber(formatInput(value))).toBe(value)
    expect(parseNumber(formatInput(value, pounds))).toBe(value)
  }
  expect(formatInput(null)).toBe('')
})

it('keeps numbers within their limits', () => {
  expect(clampNumber(5, 1, 3)).toBe(3)
  expect(clampNumber(0, 1)).toBe(1)
  expect(clampNumber(-5)).toBe(-5)
})

it('adds fractions without noise', () => {
  expect(addStep(0.1, 0.2)).toBe(0.3)
  expect(addStep(3, -1)).toBe(2)
})
