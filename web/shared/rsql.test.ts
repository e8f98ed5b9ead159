import { describe, expect, it } from 'vitest'
import type { FilterToken } from '../ui/filterTypes.ts'
import { dateOperatorLabels, operatorsOf, parseRsql, writeRsql } from './rsql.ts'

const token = (field: string, operator: string, ...values: string[]): FilterToken => ({ field, operator, values })

describe('writeRsql and readRsql', () => {
  it.each([
    ['one condition', 'and', [token('status', '==', 'active')], 'status==active'],
    ['two joined by and', 'and', [token('status', '==', 'active'), token('region', '!=', 'uksouth')], 'status==active;region!=uksouth'],
    ['two joined by or', 'or', [token('a', '==', 'x'), token('b', '==', 'y')], 'a==x,b==y'],
    ['several values', 'and', [token('status', '=in=', 'active', 'failed')], 'status=in=(active,failed)'],
    ['words with spaces, quotes and signs', 'and', [token('name', '==', 'a "b"; c,d')], String.raw`name=="a \"b\"; c,d"`],
    ['part of a text', 'and', [token('name', '=like=', 'check out')], 'name=="*check out*"'],
    ['comparisons', 'and', [token('createdAt', '=ge=', '2026-01-31')], 'createdAt=ge=2026-01-31'],
    ['many quoted values', 'and', [token('x', '=out=', 'a,b', 'c')], 'x=out=("a,b",c)'],
  ] as const)('writes and reads %s', (_, join, tokens, text) => {
    expect(writeRsql({ join, tokens: [...tokens] })).toBe(text)
    expect(parseRsql(text)?.tokens).toEqual(tokens)
    if (tokens.length > 1) expect(parseRsql(text)?.join).toBe(join)
  })

  it('omits a filter without conditions', () => {
    expect(writeRsql({ join: 'and', tokens: [] })).toBeUndefined()
    expect(parseRsql(undefined)).toEqual({ join: 'and', tokens: [] })
  })

  it('reads the short operators', () => expect(parseRsql('budget>=5')?.tokens).toEqual([token('budget', '=ge=', '5')]))

  it.each(['(a==1;b==2),c==3', 'a==1;b==2,c==3', 'a', 'a==', 'a==1;', '"x'])('leaves the filter %s to the server', (text) =>
    expect(parseRsql(text)).toBeUndefined(),
  )
})

it('labels the operators', () => {
  expect(operatorsOf('text', ['==', '!=']).map(({ label }) => label)).toEqual(['contains', 'is', 'is not'])
  expect(operatorsOf('date', ['=gt=', '=le=']).map(({ label }) => label)).toEqual([dateOperatorLabels['=gt='], dateOperatorLabels['=le=']])
})
