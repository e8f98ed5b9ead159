import { expect, it } from 'vitest'
import { deterministicGuid } from './deterministicGuid.ts'

it('returns one GUID per set of names, ignoring case', () => {
  const guid = deterministicGuid('/subscriptions/A', 'role', 'principal')
  expect(guid).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(deterministicGuid('/SUBSCRIPTIONS/a', 'Role', 'Principal')).toBe(guid)
  expect(deterministicGuid('/subscriptions/A', 'role', 'other')).not.toBe(guid)
  expect(deterministicGuid('ab', 'c')).not.toBe(deterministicGuid('a', 'bc'))
})
