import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFilter, parseFilter, parseToken, parseValue, suggestTokens } from './filterText.ts'
import type { FilterField, FilterToken } from './filterTypes.ts'

const is = { id: '==', label: 'is', symbol: '=' }
const isNot = { id: '!=', label: 'is not', symbol: '!=' }
const oneOf = { id: '=in=', label: 'is any of', valueCount: 'many' as const }
const empty = { id: '=null=', label: 'is empty', valueCount: 'none' as const }
const fields: FilterField[] = [
  { id: 'name', label: 'Name', type: 'text', operators: [{ id: '=like=', label: 'contains', symbol: ':' }, is, isNot, oneOf, empty] },
  {
    id: 'status',
    label: 'Status',
    type: 'choice',
    operators: [is, isNot, oneOf],
    values: [
      { value: 'active', label: 'Active' },
      { value: 'pending_approval', label: 'Pending approval' },
    ],
  },
  { id: 'statusSince', label: 'Status since', type: 'date', operators: [{ id: '>', label: 'after', symbol: '>' }] },
  {
    id: 'cost',
    label: 'Monthly cost',
    type: 'number',
    operators: [
      { id: '>=', label: 'is no less than', symbol: '>=' },
      { id: '>', label: 'is above', symbol: '>' },
    ],
  },
]

describe('suggestTokens', () => {
  it('suggests conditions by the labels of values', () => {
    const token = (value: string) => ({ field: 'status', operator: '==', values: [value] })
    expect(suggestTokens('pend', fields)).toEqual([token('pending_approval')])
    expect(suggestTokens('a', fields)).toEqual([])
    expect(suggestTokens('AP', fields)).toEqual([token('pending_approval')])
    expect(suggestTokens('active', [{ ...fields[1]!, values: async () => [] }])).toEqual([])
  })
})

describe('parseToken', () => {
  it.each([
    ['status = active', { field: 'status', operator: '==', values: ['active'] }],
    ['Status is not Pending approval', { field: 'status', operator: '!=', values: ['pending_approval'] }],
    ['status is any of (Active, "Pending approval")', { field: 'status', operator: '=in=', values: ['active', 'pending_approval'] }],
    ['Status since after 2026-11-21', { field: 'statusSince', operator: '>', values: ['2026-11-21'] }],
    ['monthly cost>=100', { field: 'cost', operator: '>=', values: ['100'] }],
    ['name:pay', { field: 'name', operator: '=like=', values: ['pay'] }],
    ['name is empty', { field: 'name', operator: '=null=', values: [] }],
  ])('reads %s', (text, token) => expect(parseToken(text, fields)).toEqual(token))

  it.each(['status', 'status =', 'status = unheard', 'cost >= much', 'monthly cost >= much', 'statusx = active', 'payments', ''])(
    'rejects %s',
    (text) => expect(parseToken(text, fields)).toBeUndefined(),
  )
})

describe('parseFilter', () => {
  it('reads several conditions and free text', () => {
    expect(parseFilter('status = Active and monthly cost > 5 and card shop', fields)).toEqual({
      join: 'and',
      tokens: [
        { field: 'status', operator: '==', values: ['active'] },
        { field: 'cost', operator: '>', values: ['5'] },
      ],
      text: 'card shop',
    })
  })
  it('reads conditions joined by “or”', () => expect(parseFilter('status = Active or name:x', fields).join).toBe('or'))

  const value = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text && text !== '')
  const token: fc.Arbitrary<FilterToken> = fc.oneof(
    value.map((text) => ({ field: 'name', operator: '=like=', values: [text] })),
    value.map((text) => ({ field: 'name', operator: '==', values: [text] })),
    fc.array(value, { minLength: 1, maxLength: 4 }).map((values) => ({ field: 'name', operator: '=in=', values })),
    fc.record({ field: fc.constant('name'), operator: fc.constant('=null='), values: fc.constant<string[]>([]) }),
    fc.constantFrom('active', 'pending_approval').map((item) => ({ field: 'status', operator: '!=', values: [item] })),
    fc.integer().map((number) => ({ field: 'cost', operator: '>=', values: [String(number)] })),
  )
  it('keeps parentheses that belong to a value', () => {
    const filter = { join: 'and' as const, tokens: [{ field: 'name', operator: '=in=', values: ['()'] }], text: '' }
    expect(parseFilter(formatFilter(filter, fields), fields)).toEqual(filter)
  })

  it('parses the text that it formats', () => {
    fc.assert(
      fc.property(
        fc.array(token, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('and' as const, 'or' as const),
        fc.option(value, { nil: '' }),
        (tokens, join, text) => {
          const isSingle = tokens.length + (text ? 1 : 0) === 1
          const filter = { join: isSingle ? ('and' as const) : join, tokens, text }
          expect(parseFilter(formatFilter(filter, fields), fields)).toEqual(filter)
        },
      ),
    )
  })
})

describe('readValue', () => {
  it('reads a listed value by its label', () => expect(parseValue('pending APPROVAL', fields[1]!)).toBe('pending_approval'))
  it('accepts only listed values for a choice', () => expect(parseValue('other', fields[1]!)).toBeUndefined())
  it('accepts only days as dates', () => expect(parseValue('yesterday', fields[2]!)).toBeUndefined())
})
