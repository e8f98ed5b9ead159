import { expect, it } from 'vitest'
import { personOf } from '../../../test/personOf.ts'
import { familyCan } from './policy.ts'

it.each([
  [{ accounts: 1 }, 0, /holds 1 account\./],
  [{ accounts: 2 }, 1, /holds 2 accounts\./],
  [{ accounts: 0 }, 1, /1 past request or deleted account names/],
  [{ accounts: 0 }, 2, /2 past requests/],
  [{ accounts: 0 }, 0, true],
])('a family with %j and a history of %i is deleted when it holds nothing', (counts, history, expected) => {
  const admin = familyCan(personOf('a', { admin: true }), { counts, history })
  expect(admin.update).toBe(true)
  if (expected === true) expect(admin.delete).toBe(true)
  else expect(admin.delete).toMatch(expected as RegExp)
  const other = familyCan(personOf('x', { auditor: true }), { counts, history })
  expect([other.update === true, other.delete === true]).toEqual([false, false])
})
