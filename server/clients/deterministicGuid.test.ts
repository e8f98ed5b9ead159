import { expect, it } from 'vitest'
import { deterministicGuid } from './deterministicGuid.ts'

it('returns one GUID per set of names, ignoring case', () => {
  const item = deterministicGuid('/subscriptions/A', 'role', 'principal')
  expect(item).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(deterministicGuid('/SUBSCRIPTIONS/a', 'Role', 'Principal')).toBe(item)
  expect(deterministicGuid('/subscriptions/A', 'role', 'other')).not.toBe(item)
  expect(deterministicGuid('ab', 'c')).not.toBe(deterministicGuid('a', 'bc'))
})
