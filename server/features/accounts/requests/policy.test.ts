import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { accountRequestCan } from './policy.ts'

it.each([
  ['me', 'pending_approval', true, true],
  ['me', 'changes_requested', true, true],
  ['me', 'approved', false, false],
  ['me', 'rejected', false, false],
  ['me', 'cancelled', false, false],
  ['other', 'pending_approval', false, false],
] as const)('decides for %s with a request that is %s: edit %s, withdraw %s', (id, status, edits, withdraws) => {
  const { edit, withdraw } = accountRequestCan(personOf(id, { admin: true }), { requester: { id: 'me' }, status })
  expect([edit === true, withdraw === true]).toEqual([edits, withdraws])
})
