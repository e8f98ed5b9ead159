import { expect, it } from 'vitest'
import { addStep, clampNumber, explainNumber, formatInput, parseNumber, readNumber } from './numberText.ts'

const pounds = { style: 'currency', currency: 'GBP' } as const
const yen = { style: 'currency', currency: 'JPY' } as const

it.each([
  ['', null],
  ['  ', null],
  ['12', 12],
  ['+12', 12],
  ['-3.5', -3.5],
  ['−3', -3],
  ['-0', 0],
  ['5.', 5],
  ['.5', 0.5],
  ['1,234', 1234],
  ['1 000', 1000],
  ['1\u202f000', 1000],
  ['1,234.50', 1234.5],
  ['1,234,567', 1_234_567],
  ['７５', 75],
  ['１，０００．５', 1000.5],
])('reads %j as %j', (text, number) => {
  expect(parseNumber(text)).toBe(number)
})

it.each([
  '-',
  '.',
  ',',
  '--5',
  '1-2',
  '1.2.3',
  '1,5',
  '1 234,50',
  '1.234,50',
  '1.000.000,00',
  '1,2345',
  '12,34,567',
  '1,234 567',
  '1 5',
  '1e5',
  '0x10',
  '12a',
  'Infinity',
  '½',
  '5²',
  '£5',
])('doesn’t read %j', (text) => {
  expect(parseNumber(text)).toBeUndefined()
})

it('tells a wrong comma from text that isn’t a number', () => {
  for (const text of ['1,5', '1,50', '1,2345', '12,34,567', '£1,5', '1 234,50'])
    expect(readNumber(text, { format: pounds })).toEqual({ problem: 'comma' })
  for (const text of [',', '1,a', 'a,5']) expect(readNumber(text, { format: pounds })).toEqual({ problem: 'unreadable' })
  expect(explainNumber('comma', { format: pounds })).not.toBe(explainNumber('comma', {}))
})

it('accepts the currency or the unit of the field', () => {
  for (const text of ['£1,250.00', '1250 £', 'GBP 1,250', '￡1,250']) expect(readNumber(text, { format: pounds })).toEqual({ number: 1250 })
  for (const text of ['-£5', '£-5']) expect(readNumber(text, { format: pounds })).toEqual({ number: -5 })
  for (const text of ['¥500', '￥500', 'JP¥500']) expect(readNumber(text, { format: yen })).toEqual({ number: 500 })
  for (const text of ['80%', '80 %', '８０％']) expect(readNumber(text, { suffix: '%' })).toEqual({ number: 80 })
  expect(readNumber('€5', { format: pounds })).toEqual({ problem: 'unreadable' })
  expect(readNumber('££5', { format: pounds })).toEqual({ problem: 'unreadable' })
})

it('reads only numbers within the limits', () => {
  for (const text of ['1', '1,000']) expect(readNumber(text, { min: 1, max: 1000 })).toEqual({ number: Number(text.replace(',', '')) })
  for (const text of ['0', '-3', '1001', '99999999999999999999'])
    expect(readNumber(text, { min: 1, max: 1000 })).toEqual({ problem: 'range' })
  expect(readNumber('99999999999999999999', {})).toEqual({ problem: 'range' })
  expect(readNumber('', { min: 1 })).toEqual({ number: null })
})

it('reads only as many decimals as the field shows', () => {
  expect(readNumber('7.5', {})).toEqual({ problem: 'decimals' })
  expect(readNumber('7.0', {})).toEqual({ number: 7 })
  expect(readNumber('12.345', { format: pounds })).toEqual({ problem: 'decimals' })
  expect(readNumber('12.340', { format: pounds })).toEqual({ number: 12.34 })
  expect(readNumber('12.5', { format: yen })).toEqual({ problem: 'decimals' })
  expect(readNumber('0.125', { format: { maximumFractionDigits: 10 } })).toEqual({ number: 0.125 })
})

it('names the limits in errors', () => {
  for (const problem of ['unreadable', 'range', 'decimals'] as const) {
    expect(explainNumber(problem, { min: 1, max: 1000 })).toMatch(/\b1\b.*\b1,000\b/)
    expect(explainNumber(problem, { min: 0 })).toMatch(/\b0\b/)
    expect(explainNumber(problem, { max: 20 })).toMatch(/\b20\b/)
  }
  expect(explainNumber('range', { min: 1, max: 10_000_000, format: pounds })).toMatch(/£1\b.*£10,000,000/)
  expect(explainNumber('decimals', { min: 1, format: pounds })).toMatch(/\b2\b/)
})

it('reads the text that it writes', () => {
  for (const value of [0, 7, -12.5, 1_234_567]) {
    expect(parseNumber(formatInput(value))).toBe(value)
    expect(readNumber(formatInput(value, pounds), { format: pounds })).toEqual({ number: value })
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
