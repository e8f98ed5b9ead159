import { expect, it } from 'vitest'
import { operationLabels } from '../../platform/session/operationLabels.ts'
import {
  activateLabels,
  describeActivation,
  describeExtension,
  describeMinutes,
  formatList,
  requirementsOf,
  sliderStep,
  stateOf,
  submitLabel,
} from './labels.ts'
import type { Activation } from './types.ts'

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
  const requirements = requirementsOf({ requires, approvers: ['the board', 'Ada'] })
  expect(requirements).toEqual([expect.any(String), expect.stringMatching(/ the board .*Ada$/)])
  expect(formatList(requirements)).toMatch(new RegExp(`^${requirements[0]} .*${requirements[1]}$`))
  expect(requirementsOf({ requires: { ...requires, ticket: false, approval: false }, approvers: [] })).toEqual([])
})

it('uses a step that divides the maximum duration', () => {
  for (const max of [30, 60, 120, 240, 480]) expect(max % sliderStep(max)).toBe(0)
})

it('names the button after what it does: activate, schedule, or request', () => {
  const labels = [false, true].flatMap((approval) => [false, true].map((later) => submitLabel({ approval, later })))
  expect(labels).toEqual([activateLabels.activate, activateLabels.schedule, activateLabels.request, activateLabels.request])
  const actions = [undefined, '2026-11-29T18:00:00Z'].map((startsAt) => activateLabels.action('Reader', 'basket', '1 hour', startsAt))
  expect(new Set(actions).size).toBe(2)
})

it('shows an unknown status unchanged', () => {
  expect(stateOf({ status: 'active' }).tone).toBe('ok')
  expect(stateOf({ status: 'new' }).label).toBe('new')
})

const activation = (fields: Partial<Activation>) =>
  ({ role: 'Contributor', minutes: 60, startsAt: '2026-11-29T18:00:00Z', account: { name: 'basket-prod' }, ...fields }) as Activation

it('describes an activation by its status, even after a step-up sign-in', () => {
  const titles = ['active', 'scheduled', 'pending_approval', 'sending'].map((status) => describeActivation(activation({ status })).title)
  expect(new Set(titles).size).toBe(4)
  const { outcomeOf, done } = operationLabels.createPimAssignment
  expect(outcomeOf(activation({ status: 'active' })).title).not.toBe(done)
})

it('describes an extension that waits for approval differently', () => {
  const { outcomeOf } = operationLabels.extendPimActivation
  const [waiting, extending] = ['2026-11-29T20:00:00Z', null].map((requestedUntil) => outcomeOf(activation({ requestedUntil })))
  expect(waiting).toEqual(describeExtension(activation({ requestedUntil: '2026-11-29T20:00:00Z' })))
  expect(extending!.title).not.toBe(waiting!.title)
})
