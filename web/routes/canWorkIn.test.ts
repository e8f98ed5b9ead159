import { expect, it } from 'vitest'
import { canWorkIn } from './canWorkIn.ts'

const account = { id: 'basket', owners: [{ id: 'owner' }] }
const held = (id: string, status: 'active' | 'scheduled' | 'revoking' = 'active') => [{ account: { id }, status }]
const me = { id: 'reader', roles: [] }

it('finds that owners, administrators and members of a group can work in an account', () => {
  expect(canWorkIn(account, { id: 'owner', roles: [] }, [])).toBe(true)
  expect(canWorkIn(account, { id: 'reader', roles: ['admin'] }, [])).toBe(true)
  expect(canWorkIn(account, me, held('basket'))).toBe(true)
})

it('finds that auditors, members of other accounts, and people without access now can’t', () => {
  expect(canWorkIn(account, { id: 'reader', roles: ['auditor'] }, [])).toBe(false)
  expect(canWorkIn(account, me, held('other'))).toBe(false)
  expect(canWorkIn(account, me, held('basket', 'scheduled'))).toBe(false)
  expect(canWorkIn(account, me, held('basket', 'revoking'))).toBe(false)
})
