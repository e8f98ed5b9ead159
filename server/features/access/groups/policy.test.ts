import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canAddConflict } from './policy.ts'

const [sharedGroup, firstGroup, secondGroup] = [
  { owners: [{ id: 'both' }] },
  { owners: [{ id: 'both' }, { id: 'one' }] },
  { owners: [{ id: 'two' }] },
]

it.each([
  ['both', sharedGroup, firstGroup, true],
  ['one', firstGroup, sharedGroup, false],
  ['one', sharedGroup, firstGroup, false],
  ['two', firstGroup, secondGroup, false],
  ['x', firstGroup, secondGroup, false],
])('lets owners of both groups and administrators add a rule (%s)', (id, item, otherName, expected) => {
  expect(canAddConflict(personOf(id), item, otherName) === true).toBe(expected)
  expect(canAddConflict(personOf(id, { auditor: true }), item, otherName) === true).toBe(expected)
  expect(canAddConflict(personOf(id, { admin: true }), item, otherName)).toBe(true)
})
