import { describe, expect, it } from 'vitest'
import { cpuTimeMs } from '../../test/effort.ts'
import { redact } from './redact.ts'

describe('redact', () => {
  it.each([
    ['a JWT', 'got eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl here', 'got [redacted] here'],
    ['a header', 'authorization: Bearer abcdefgh12345678', 'authorization: Bearer [redacted]'],
    ['a Git token', 'token ghp_0123456789abcdef was refused', 'token [redacted] was refused'],
    ['a token of an installation', 'ghs_1234_eyJhbGciOiJS.eyJzdWIi-_x.c2ln was refused', '[redacted] was refused'],
    ['JSON', '{"client_secret":"a\\"b","name":"x"}', '{"client_secret":"[redacted]","name":"x"}'],
    ['JSON that breaks off', '{"password":"hunt', '{"password":"[redacted]"'],
    ['a form', 'grant_type=x&client_secret=hunter2&scope=y', 'grant_type=x&client_secret=[redacted]&scope=y'],
  ])('removes a secret from %s', (_, text, expected) => {
    expect(redact(text)).toBe(expected)
  })

  it('removes known secrets everywhere, and keeps the rest', () => {
    expect(redact('The user correct-horse was refused.', ['correct-horse', ''])).toBe('The user [redacted] was refused.')
    expect(redact('The template of the resource group is not valid.')).toBe('The template of the resource group is not valid.')
  })

  it('handles long hostile text within a time limit', () => {
    const hostile = ['"password', 'Bearer ', 'eyJa.', '"token":"\\'].map((chunk) => chunk.repeat(2_000 / chunk.length))
    expect(cpuTimeMs(() => hostile.forEach((text) => void redact(text)))).toBeLessThan(2_000)
  })
})
