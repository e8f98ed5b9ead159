import { describe, expect, it } from 'vitest'
import { normalizeName } from './name.ts'

describe('normalizeName', () => {
  it.each([
    ['Commerce', 'Commerce'],
    ['  Commerce\t', 'Commerce'],
    ['Cafe\u0301', 'Caf\u00e9'],
    ['\u00a0Caf\u00e9\u00a0', 'Caf\u00e9'],
    ['COMMERCE', 'COMMERCE'],
  ])('normalises %j to %j', (text, normalize) => {
    expect(normalizeName(text)).toBe(normalize)
  })
})
