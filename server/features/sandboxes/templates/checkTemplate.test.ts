import { describe, expect, it } from 'vitest'
import { templateProblems } from './checkTemplate.ts'
import { newTemplate } from './sandboxTemplates.fixture.ts'
import type { NewSandboxTemplate } from './schemas.ts'

const notify = (percent: number) => ({ percent, action: 'notify' as const })
const freeze = (percent: number) => ({ percent, action: 'freeze' as const })

describe('a template', () => {
  it.each<[string, Partial<NewSandboxTemplate>]>([
    ['as usual', {}],
    ['that never freezes', { thresholds: [notify(50), notify(100)] }],
    ['that only freezes', { thresholds: [freeze(100)] }],
    ['without reminders', { reminderHours: [] }],
    ['within time alone', { approval: { mode: 'within', hours: 24 } }],
    ['within a clean record alone', { approval: { mode: 'within', cleanRecord: true } }],
  ])('is sound %s', (_name, change) => {
    expect(templateProblems(newTemplate(change))).toEqual([])
  })

  it.each<[string, string, Partial<NewSandboxTemplate>]>([
    ['the usual budget above the highest', 'defaultBudget', { defaultBudget: 20_001 }],
    ['the usual time above the longest', 'defaultHours', { defaultHours: 337 }],
    ['thresholds that fall', 'thresholds', { thresholds: [notify(80), notify(50)] }],
    ['the same threshold twice', 'thresholds', { thresholds: [notify(80), freeze(80)] }],
    ['something after the freeze', 'thresholds', { thresholds: [freeze(80), notify(100)] }],
    ['two freezes', 'thresholds', { thresholds: [freeze(80), freeze(100)] }],
    ['reminders that rise', 'reminderHours', { reminderHours: [4, 24] }],
    ['within nothing', 'approval', { approval: { mode: 'within' } }],
    ['within a record that does not matter', 'approval', { approval: { mode: 'within', cleanRecord: false } }],
    ['bounds that mean nothing', 'approval', { approval: { mode: 'automatic', budget: 5_000 } }],
    [
      'two groups of one name',
      'groups',
      {
        groups: [
          { suffix: 'team', role: 'Owner' },
          { suffix: 'team', role: 'Reader' },
        ],
      },
    ],
    ['for groups but for none', 'visibleTo', { visibility: 'groups' }],
  ])('is not sound with %s', (_name, field, change) => {
    expect(templateProblems(newTemplate(change)).map((problem) => problem.field)).toEqual([field])
  })
})
