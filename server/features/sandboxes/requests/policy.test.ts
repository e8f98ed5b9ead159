import { describe, expect, it } from 'vitest'
import type { Person } from '../../../auth/actor.ts'
import { cannotApproveOwn, sandboxRequestCan } from './policy.ts'

const actor = (id: string, isAdmin = false) => ({ id, admin: isAdmin, auditor: false }) as Person
const facts = { requester: { id: 'priya' }, status: 'pending_approval' as const, named: false, voted: false }

describe('sandboxRequestCan', () => {
  it.each([
    ['the requester, even when the stage names them', actor('priya'), { named: true }, cannotApproveOwn],
    ['the requester as administrator', actor('priya', true), { named: true }, cannotApproveOwn],
    ['an approver of the open stage', actor('ravi'), { named: true }, true],
    ['an administrator who isn’t an approver', actor('niamh', true), {}, 'You aren’t an approver of this request.'],
    [
      'an approver who has voted',
      actor('ravi'),
      { named: true, voted: true },
      'You already voted. Another approver of this stage must vote.',
    ],
    ['after the decision', actor('ravi'), { named: true, status: 'approved' as const }, 'This request isn’t waiting for a decision.'],
    [
      'while changes are requested',
      actor('ravi'),
      { named: true, status: 'changes_requested' as const },
      'This request isn’t waiting for a decision.',
    ],
  ])('decides whether to allow a vote: %s', (_name, person, overrides, verdict) => {
    expect(sandboxRequestCan(person, { ...facts, ...overrides }).decide).toBe(verdict)
  })

  it.each(['pending_approval', 'changes_requested'] as const)(
    'lets only the requester edit and withdraw a request that is %s',
    (status) => {
      expect(sandboxRequestCan(actor('priya'), { ...facts, status })).toMatchObject({ edit: true, withdraw: true })
      expect(sandboxRequestCan(actor('niamh', true), { ...facts, status })).toMatchObject({
        edit: expect.any(String),
        withdraw: expect.any(String),
      })
    },
  )

  it.each(['approved', 'rejected', 'expired', 'cancelled'] as const)('rejects a change of a request that is %s', (status) => {
    const closedMessage = expect.stringContaining(status)
    expect(sandboxRequestCan(actor('priya'), { ...facts, status })).toMatchObject({ edit: closedMessage, withdraw: closedMessage })
  })
})
