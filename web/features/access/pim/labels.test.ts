import { expect, it } from 'vitest'
import { describeMinutes, formatList, requirementsOf, stateOf, stepOf } from './labels.ts'

it.each([
  [5, '5 minutes'],
  [60, '1 hour'],
  [90, '1 hour 30 minutes'],
  [480, '8 hours'],
])('describes %i minutes', (minutes, text) => {
  expect(describeMinutes(minutes)).toBe(text)
})

it('names the approvers among the requirements', () => {
  const requires = { justification: true, ticket: true, mfa: false, approval: true }
  expect(formatList(requirementsOf({ requires, approvers: ['the board', 'Ada'] }))).toBe('a ticket and approval by the board or Ada')
  expect(requirementsOf({ requires: { ...requires, ticket: false, approval: false }, approvers: [] })).toEqual([])
})

it('uses a step that divides the maximum duration', () => {
  for (const max of [30, 60, 120, 240, 480]) expect(max % stepOf(max)).toBe(0)
})

it('shows an unknown status unchanged', () => {
  expect(stateOf({ status: 'active' }).tone).toBe('ok')
  expect(stateOf({ status: 'new' }).label).toBe('new')
})
