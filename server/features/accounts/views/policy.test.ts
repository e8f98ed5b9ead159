import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canShare } from './policy.ts'

const towers = [{ id: 'one' }, { id: 'two' }]

it.each([
  ['private', null, false, true],
  ['everyone', null, false, false],
  ['everyone', null, true, true],
  ['tower', 'two', false, true],
  ['tower', 'three', false, false],
  ['tower', 'three', true, true],
] as const)('decides on sharing with %s %s by an administrator (%s): %s', (sharedWith, towerId, isAdmin, isAllowed) => {
  expect(canShare(personOf('p', { admin: isAdmin }), { sharedWith, towerId }, towers) === true).toBe(isAllowed)
})
