import { expect, it } from 'vitest'
import { personOf } from '../../test/personOf.ts'
import { runCan } from './policy.ts'

it.each([
  ['failed', true, true],
  ['waiting', true, true],
  ['running', true, false],
  ['succeeded', true, false],
  ['failed', false, false],
] as const)('allows a retry and skip of a run that is %s, administrator %s: %s', (status, isAdmin, isAllowed) => {
  const { retry, skip } = runCan(personOf('x', { admin: isAdmin }), { kind: 'buildAccount', status } as never, [])
  expect([retry === true, skip === true]).toEqual([isAllowed, isAllowed])
})
