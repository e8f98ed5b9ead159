import { expect, it } from 'vitest'
import { deterministicGuid } from './deterministicGuid.ts'

it('returns one GUID per set of names, whatever their case', () => {
  const one = deterministicGuid('/subscriptions/A', 'role', 'principal')
  expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(deterministicGuid('/SUBSCRIPTIONS/a', 'Role', 'Principal')).toBe(one)
  expect(deterministicGuid('/subscriptions/A', 'role', 'other')).not.toBe(one)
  expect(deterministicGuid('ab', 'c')).not.toBe(deterministicGuid('a', 'bc'))
})
