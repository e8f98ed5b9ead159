import { expect, it } from 'vitest'
import { personOf } from '../../../../test/personOf.ts'
import { towerCan } from './policy.ts'

it.each([
  [{ families: 1, accounts: 0 }, 0, /has 1 family\./],
  [{ families: 2, accounts: 1 }, 0, /has 2 families and 1 account\./],
  [{ families: 0, accounts: 2 }, 1, /has 2 accounts\./],
  [{ families: 0, accounts: 0 }, 1, /1 past request or deleted account refers to/],
  [{ families: 0, accounts: 0 }, 2, /2 past requests/],
  [{ families: 0, accounts: 0 }, 0, true],
])('decides whether a tower with %j and %i past references can be deleted', (counts, history, expected) => {
  const admin = towerCan(personOf('a', { admin: true }), { counts, history })
  expect(admin.update).toBe(true)
  if (expected === true) expect(admin.delete).toBe(true)
  else expect(admin.delete).toMatch(expected as RegExp)
  const auditorCan = towerCan(personOf('x', { auditor: true }), { counts, history })
  expect([auditorCan.update === true, auditorCan.delete === true]).toEqual([false, false])
})
