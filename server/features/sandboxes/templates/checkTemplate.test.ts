import { describe, expect, it } from 'vitest'
import { templateProblems } from './checkTemplate.ts'
import { newTemplate } from './sandboxTemplates.fixture.ts'
import type { NewSandboxTemplate } from './schemas.ts'

const notify = (percent: number) => ({ percent, action: 'notify' as const })
const freeze = (percent: number) => ({ percent, action: 'freeze' as const })

describe('templateProblems', () => {
  it.each<[string, Partial<NewSandboxTemplate>]>([
    ['with default values', {}],
    ['that never freezes', { thresholds: [notify(50), notify(100)] }],
    ['that only freezes', { thresholds: [freeze(100)] }],
    ['without reminders', { reminderHours: [] }],
    ['with a limit of time only', { approval: { mode: 'within', hours: 24 } }],
    ['with a required clean record only', { approval: { mode: 'within', cleanRecord: true } }],
  ])('accepts a template %s', (_name, overrides) => {
    expect(templateProblems(newTemplate(overrides))).toEqual([])
  })

  it.each<[string, string, Partial<NewSandboxTemplate>]>([
    ['a default budget above the maximum', 'defaultBudget', { defaultBudget: 20_001 }],
    ['a default lease above the maximum', 'defaultHours', { defaultHours: 337 }],
    ['descending thresholds', 'thresholds', { thresholds: [notify(80), notify(50)] }],
    ['the same threshold twice', 'thresholds', { thresholds: [notify(80), freeze(80)] }],
    ['a threshold after the freeze', 'thresholds', { thresholds: [freeze(80), notify(100)] }],
    ['two freezes', 'thresholds', { thresholds: [freeze(80), freeze(100)] }],
    ['ascending reminders', 'reminderHours', { reminderHours: [4, 24] }],
    ['automatic approval without limits', 'approval', { approval: { mode: 'within' } }],
    ['a record that is not required', 'approval', { approval: { mode: 'within', cleanRecord: false } }],
    ['limits without effect', 'approval', { approval: { mode: 'automatic', budget: 5_000 } }],
    [
      'two groups with the same name',
      'groups',
      {
        groups: [
          { suffix: 'team', role: 'Owner' },
          { suffix: 'team', role: 'Reader' },
        ],
      },
    ],
    ['visibility for no group', 'visibleTo', { visibility: 'groups' }],
  ])('rejects %s', (_name, field, overrides) => {
    expect(templateProblems(newTemplate(overrides)).map((problem) => problem.field)).toEqual([field])
  })
})
