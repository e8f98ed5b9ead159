import { expect, it } from 'vitest'
import { minutesOf } from '../../../clients/arm/armPim.ts'
import { rulesOf } from './rules.ts'

it.each([
  ['PT8H', 480],
  ['PT30M', 30],
  ['P1D', 1_440],
  ['P1DT2H30M', 1_590],
  ['', undefined],
  ['PT', undefined],
  ['8 hours', undefined],
  ['PT-8H', undefined],
])('reads the duration %s', (duration, minutes) => {
  expect(minutesOf(duration)).toBe(minutes)
})

const policy = (rules: object[]) => ({ id: 'x', properties: { roleDefinitionId: 'y', effectiveRules: rules as never } })
const complete = [
  { id: 'Expiration_EndUser_Assignment', maximumDuration: 'PT4H' },
  { id: 'Enablement_EndUser_Assignment', enabledRules: ['Justification', 'Ticketing'] },
  { id: 'Approval_EndUser_Assignment', setting: { isApprovalRequired: false } },
]

it('reads the rules for people, not those for administrators', () => {
  const admin = { id: 'Expiration_Admin_Assignment', maximumDuration: 'P365D' }
  expect(rulesOf(policy([admin, ...complete]))).toEqual({
    maxMinutes: 240,
    justification: true,
    ticket: true,
    mfa: false,
    approval: false,
    stages: [],
  })
})

it('returns undefined for a policy that lacks a rule', () => {
  expect(rulesOf(undefined)).toBeUndefined()
  for (const missingRule of complete) expect(rulesOf(policy(complete.filter((rule) => rule !== missingRule)))).toBeUndefined()
})

it('reads the approvers, and the escalation approvers if escalation is on', () => {
  const person = { id: 'AA', description: 'Ada', userType: 'User' }
  const group = { id: 'bb', description: 'Board', userType: 'Group' }
  const stage = { primaryApprovers: [person, group], isEscalationEnabled: true, escalationApprovers: [group] }
  const asks = (...approvalStages: object[]) => [
    ...complete.slice(0, 2),
    { id: 'Approval_EndUser_Assignment', setting: { isApprovalRequired: true, approvalStages } },
  ]
  const board = { kind: 'group', id: 'bb', name: 'Board' }
  expect(rulesOf(policy(asks(stage)))?.stages).toEqual([
    { primary: [{ kind: 'person', id: 'aa', name: 'Ada' }, board], escalation: [board], explain: true },
  ])
  expect(rulesOf(policy(asks({ ...stage, isApproverJustificationRequired: false })))?.stages[0]?.explain).toBe(false)
  expect(rulesOf(policy(asks({ ...stage, isEscalationEnabled: false })))?.stages[0]?.escalation).toEqual([])
})

it('reads an authentication context as a step-up sign-in', () => {
  const context = { id: 'AuthenticationContext_EndUser_Assignment', isEnabled: true }
  expect(rulesOf(policy([...complete, context]))?.mfa).toBe(true)
})
