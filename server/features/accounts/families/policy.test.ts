import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { familyCan } from './policy.ts'

const emptyResult = { counts: { accounts: 0 }, requests: 0, approvals: 0, rollouts: 0, channels: 0 }

it.each([
  [{ counts: { accounts: 1 } }, /has 1 account\./],
  [{ counts: { accounts: 2 }, requests: 1 }, /has 2 accounts\./],
  [{ requests: 1 }, /^1 open request names/],
  [{ requests: 2 }, /^2 open requests name/],
  [{ approvals: 1 }, /^1 pending approval is/],
  [{ approvals: 2 }, /^2 pending approvals are/],
  [{ rollouts: 1 }, /^1 store rollout uses/],
  [{ channels: 2 }, /^2 notification channels are/],
  [{}, true],
])('decides whether a family with %j can be deleted', (subset, expected) => {
  const facts = { ...emptyResult, ...subset }
  const admin = familyCan(personOf('a', { admin: true }), facts)
  expect(admin.update).toBe(true)
  if (expected === true) expect(admin.delete).toBe(true)
  else expect(admin.delete).toMatch(expected as RegExp)
  const auditorCan = familyCan(personOf('x', { auditor: true }), facts)
  expect([auditorCan.update === true, auditorCan.delete === true]).toEqual([false, false])
})
