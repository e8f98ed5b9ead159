import { describe, expect, it } from 'vitest'
import type { Person } from '../../../auth/actor.ts'
import { sandboxRequestCan } from './policy.ts'

const actor = (id: string, admin = false) => ({ id, admin, auditor: false }) as Person
const facts = { requester: { id: 'priya' }, status: 'pending_approval' as const, named: false, voted: false }
const own = 'Nobody decides on an own request.'

describe('who may do what to a request', () => {
  it.each([
    ['the requester, even when the stage names them', actor('priya'), { named: true }, own],
    ['the requester as administrator', actor('priya', true), { named: true }, own],
    ['whom the open stage names', actor('ravi'), { named: true }, true],
    ['an administrator whom it does not', actor('niamh', true), {}, 'You are not among the people who may decide on this.'],
    ['who has voted', actor('ravi'), { named: true, voted: true }, 'You have voted; others of this stage still have to.'],
    ['after the decision', actor('ravi'), { named: true, status: 'approved' as const }, 'It does not wait for a decision.'],
    ['while changes are made', actor('ravi'), { named: true, status: 'changes_requested' as const }, 'It does not wait for a decision.'],
  ])('decides: %s', (_name, who, change, verdict) => {
    expect(sandboxRequestCan(who, { ...facts, ...change }).decide).toBe(verdict)
  })

  it.each(['pending_approval', 'changes_requested'] as const)('the requester edits and withdraws one that is %s', (status) => {
    expect(sandboxRequestCan(actor('priya'), { ...facts, status })).toMatchObject({ edit: true, withdraw: true })
    expect(sandboxRequestCan(actor('niamh', true), { ...facts, status })).toMatchObject({
      edit: 'Only the requester changes a request.',
      withdraw: 'Only the requester takes a request back.',
    })
  })

  it.each(['approved', 'rejected', 'expired', 'cancelled'] as const)('nobody edits one that is %s', (status) => {
    const closed = `A request that is ${status} stays as it is.`
    expect(sandboxRequestCan(actor('priya'), { ...facts, status })).toMatchObject({ edit: closed, withdraw: closed })
  })
})
