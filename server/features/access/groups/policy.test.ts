import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { canSeparate } from './policy.ts'

const [both, first, second] = [{ owners: [{ id: 'both' }] }, { owners: [{ id: 'both' }, { id: 'one' }] }, { owners: [{ id: 'two' }] }]

it.each([
  ['both', both, first, true],
  ['one', first, both, false],
  ['one', both, first, false],
  ['two', first, second, false],
  ['x', first, second, false],
])('lets owners of both groups and administrators add a rule (%s)', (id, one, other, expected) => {
  expect(canSeparate(personOf(id), one, other) === true).toBe(expected)
  expect(canSeparate(personOf(id, { auditor: true }), one, other) === true).toBe(expected)
  expect(canSeparate(personOf(id, { admin: true }), one, other)).toBe(true)
})
