import { expect, it } from 'vitest'
import { canWorkIn } from './canWorkIn.ts'

const account = { id: 'basket', owners: [{ id: 'owner' }] }
const held = (id: string, status: 'active' | 'scheduled' | 'revoking' = 'active') => [{ account: { id }, status }]
const me = { id: 'reader', roles: [] }

it('returns true for owners, administrators and members of a group', () => {
  expect(canWorkIn(account, { id: 'owner', roles: [] }, [])).toBe(true)
  expect(canWorkIn(account, { id: 'reader', roles: ['admin'] }, [])).toBe(true)
  expect(canWorkIn(account, me, held('basket'))).toBe(true)
})

it('returns false for auditors, members of other accounts, and people without current access', () => {
  expect(canWorkIn(account, { id: 'reader', roles: ['auditor'] }, [])).toBe(false)
  expect(canWorkIn(account, me, held('other'))).toBe(false)
  expect(canWorkIn(account, me, held('basket', 'scheduled'))).toBe(false)
  expect(canWorkIn(account, me, held('basket', 'revoking'))).toBe(false)
})
