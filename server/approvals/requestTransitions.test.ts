import { expect, it } from 'vitest'
import type { RequestStatus } from '../db/tables.ts'
import { isTransitionAllowed, requestTransitions } from './requestTransitions.ts'

it.each<[RequestStatus, RequestStatus, boolean]>([
  ['pending_approval', 'approved', true],
  ['pending_approval', 'changes_requested', true],
  ['changes_requested', 'pending_approval', true],
  ['changes_requested', 'approved', false],
  ['approved', 'rejected', false],
  ['rejected', 'pending_approval', false],
  ['cancelled', 'approved', false],
])('allows %s → %s: %s', (from, to, isAllowed) => expect(isTransitionAllowed(from, to)).toBe(isAllowed))

it('doesn’t allow a transition from a final status', () => {
  for (const status of ['approved', 'rejected', 'expired', 'cancelled'] as const) expect(requestTransitions[status]).toEqual([])
})
