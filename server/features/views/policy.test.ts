import { expect, it } from 'vitest'
import type { Person } from '../../access/actor.ts'
import { mayShare } from './policy.ts'

const person = (admin = false): Person => ({
  kind: 'person',
  id: 'p',
  displayName: 'P',
  email: null,
  admin,
  auditor: false,
  credential: '',
})
const towers = [{ id: 'one' }, { id: 'two' }]

it.each([
  ['nobody', null, false, true],
  ['everyone', null, false, false],
  ['everyone', null, true, true],
  ['tower', 'two', false, true],
  ['tower', 'three', false, false],
  ['tower', 'three', true, true],
] as const)('a view is shared with %s %s by an administrator (%s): %s', (sharedWith, towerId, admin, allowed) => {
  expect(mayShare(person(admin), { sharedWith, towerId }, towers) === true).toBe(allowed)
})
