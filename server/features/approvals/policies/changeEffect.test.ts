import { describe, expect, it } from 'vitest'
import type { PolicyRules } from '../../../approvals/rules.ts'
import type { PolicyStage } from '../../../db/tables.ts'
import { changeEffect } from './changeEffect.ts'

const lead: PolicyStage = { name: 'Tower lead', rule: { kind: 'towerLead' }, minimum: 1 }
const rules = (overrides: Partial<PolicyRules> = {}): PolicyRules => ({ reject: [], approve: [], stages: [lead], ...overrides })
const stage = (change: Partial<PolicyStage>) => rules({ stages: [{ ...lead, ...change }] })

describe('changeEffect', () => {
  it.each([
    [rules({ approve: [{ when: 'request.budget <= 500.0', reason: 'Small.' }] }), 'approvers'],
    [rules({ stages: [lead, { ...lead, name: 'Again' }] }), 'approvers'],
    [stage({ when: 'request.privileged' }), 'approvers'],
    [stage({ rule: { kind: 'manager' }, minimum: 2 }), 'approvers'],
    [stage({ alternates: { kind: 'manager' }, escalateAfterHours: 24 }), 'approvers'],
    [stage({ alternates: { kind: 'manager' } }), 'none'],
    [stage({ minimum: 2, remindAfterHours: 24 }), 'votes'],
    [stage({ hoursToDecide: 24, remindAfterHours: 12 }), 'deadlines'],
    [stage({ remindAfterHours: 24 }), 'reminders'],
    [stage({ remindAfterHours: 48, name: 'Lead of the tower' }), 'none'],
  ] as const)('is the most important effect (case %#)', (after, effect) => {
    expect(changeEffect(rules(), after)).toBe(effect)
  })

  it('is about the approvers for the first version', () => {
    expect(changeEffect(undefined, rules())).toBe('approvers')
  })
})
