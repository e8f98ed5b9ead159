import { expect, it } from 'vitest'
import { hasAccountAccess } from './hasAccountAccess.ts'

const account = { id: 'basket', owners: [{ id: 'owner' }] }
const accessTo = (id: string, status: 'active' | 'scheduled' | 'revoking' = 'active') => [{ account: { id }, status }]
const me = { id: 'reader', roles: [] }

it('returns true for owners, administrators and members of a group', () => {
  expect(hasAccountAccess(account, { id: 'owner', roles: [] }, [])).toBe(true)
  expect(hasAccountAccess(account, { id: 'reader', roles: ['admin'] }, [])).toBe(true)
  expect(hasAccountAccess(account, me, accessTo('basket'))).toBe(true)
})

it('returns false for auditors, members of other accounts, and people without current access', () => {
  expect(hasAccountAccess(account, { id: 'reader', roles: ['auditor'] }, [])).toBe(false)
  expect(hasAccountAccess(account, me, accessTo('other'))).toBe(false)
  expect(hasAccountAccess(account, me, accessTo('basket', 'scheduled'))).toBe(false)
  expect(hasAccountAccess(account, me, accessTo('basket', 'revoking'))).toBe(false)
})
