import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTimeMs } from '../test/effort.ts'
import { challengeClaims } from './challenge.ts'

const claims = '{"access_token":{"nbf":{"essential":true,"value":"1604106651"}}}'
const encoded = btoa(claims)

describe('challengeClaims', () => {
  it.each([
    ['insufficient_claims', `Bearer realm="", authorization_uri="https://login/", error="insufficient_claims", claims="${encoded}"`],
    ['another error', `Bearer authorization_uri="https://login/", error="invalid_token", claims="${encoded}"`],
    ['no error', `Bearer claims="${encoded}"`],
    ['an unquoted value', `Bearer error=insufficient_claims, claims=${encoded}`],
    ['any case', `bearer Claims="${encoded}"`],
    ['a challenge of another scheme before it', `PoP nonce="a, b", claims="bm90aGlzb25l", Bearer realm="x", claims="${encoded}"`],
    ['a bare scheme before it', `Negotiate, Bearer claims="${encoded}"`],
  ])('finds the claims with %s', (_, header) => {
    expect(challengeClaims(header)).toBe(claims)
  })

  it.each([
    ['no header', null],
    ['no claims', 'Bearer realm="x", error="invalid_token"'],
    ['claims of another scheme', `PoP claims="${encoded}"`],
    ['text that is not base64', 'Bearer error="insufficient_claims", claims="%%%"'],
    ['bytes that are not text', `Bearer claims="${btoa('\xff\xfe')}"`],
    ['empty claims', 'Bearer claims=""'],
    ['a mention inside another value', `Bearer realm="claims=${encoded}"`],
  ])('doesn’t find claims in %s', (_, header) => {
    expect(challengeClaims(header)).toBeUndefined()
  })

  it('parses hostile headers within a time limit, without an error', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => void challengeClaims(header)))
    const hostile = [`Bearer ${'a="\\'.repeat(4_000)}`, 'a '.repeat(8_000), `a${' '.repeat(16_000)}`]
    expect(cpuTimeMs(() => hostile.forEach(challengeClaims))).toBeLessThan(2_000)
  })
})
