import { expect, it } from 'vitest'
import { requireOpenStage } from './requireOpenStage.ts'

it.each([
  ['pending', 2, 1, /already been decided/],
  ['pending', 2, 3, /not open/],
  ['approved', 2, 2, /already been approved/],
  ['rejected', 2, 2, /already been rejected/],
  ['changes_requested', 2, 2, /Changes have already been requested/],
  ['expired', 2, 2, /has expired/],
  ['cancelled', 2, 2, /no longer applies/],
] as const)('rejects a decision on a request that is %s at stage %i if the approver saw stage %i', (status, stage, visible, message) => {
  expect(() => requireOpenStage({ status, stage }, visible)).toThrow(message)
})

it('allows a decision in the open stage', () => {
  expect(() => requireOpenStage({ status: 'pending', stage: 2 }, 2)).not.toThrow()
})
