import { describe, expect, it } from 'vitest'
import { findSearch, questionOf } from './accessSearchParams.ts'

const tower = '0191d6a0-0000-7000-8000-000000000000'

describe('findSearch', () => {
  it('keeps known parameters and drops the rest', () => {
    expect(findSearch({ q: 'deploy', environment: 'test', tower, size: '40', other: 1 })).toEqual({
      q: 'deploy',
      environment: 'test',
      tower,
      role: undefined,
      size: 40,
    })
    expect(findSearch({ q: '', environment: 'moon', tower: 'all', role: 7, size: 1e9 })).toEqual({
      q: undefined,
      environment: undefined,
      tower: undefined,
      role: undefined,
      size: undefined,
    })
  })

  it('shortens search texts that are too long', () => {
    expect(findSearch({ q: 'a'.repeat(2_000) }).q).toHaveLength(1_000)
  })
})

describe('questionOf', () => {
  it('is undefined without a search term', () => {
    expect(questionOf({})).toBeUndefined()
    expect(questionOf({ q: '   ', environment: 'test' })).toBeUndefined()
  })

  it('includes only the parameters that are set', () => {
    expect(questionOf({ q: ' deploy ' })).toEqual({ searchTerm: 'deploy' })
    expect(questionOf({ q: 'deploy', environment: 'test', size: 40 })).toEqual({ searchTerm: 'deploy', environment: 'test', size: 40 })
  })
})
