import { describe, expect, it } from 'vitest'
import { totalCapacity } from './capacity.ts'
import { emptyTemplate, type TemplateDraft, templateBody, validateDraft } from './templateDraft.ts'

const validTemplate: TemplateDraft = { ...emptyTemplate, name: 'Web app playground' }
const listInvalidFields = (overrides: Partial<TemplateDraft>) => Object.keys(validateDraft({ ...validTemplate, ...overrides }))

describe('validateDraft', () => {
  it('requires only a name at first', () => {
    expect(Object.keys(validateDraft(emptyTemplate))).toEqual(['name'])
    expect(validateDraft(validTemplate)).toEqual({})
  })
  it('keeps defaults within maximums', () => {
    expect(listInvalidFields({ defaultBudget: 10_001 })).toEqual(['defaultBudget'])
    expect(listInvalidFields({ maxHours: 24 })).toEqual(['defaultHours'])
    expect(listInvalidFields({ maxMembers: null, maxPerPerson: 21 })).toEqual(['maxMembers', 'maxPerPerson'])
  })
  it('allows one freeze, as the last of the budget thresholds, and requires reminders in order', () => {
    expect(
      listInvalidFields({
        thresholds: [
          { percent: 90, action: 'freeze' },
          { percent: 100, action: 'notify' },
        ],
      }),
    ).toEqual(['thresholds'])
    expect(
      listInvalidFields({
        thresholds: [
          { percent: 90, action: 'notify' },
          { percent: 90, action: 'freeze' },
        ],
      }),
    ).toEqual(['thresholds'])
    expect(listInvalidFields({ reminderHours: [24, 4, 24] })).toEqual(['reminderHours'])
    expect(templateBody({ ...validTemplate, reminderHours: [4, 48, 24] }).reminderHours).toEqual([48, 24, 4])
  })
  it('requires limits only if the approval needs them, and omits them otherwise', () => {
    expect(listInvalidFields({ approval: { mode: 'within' } })).toEqual(['approval'])
    expect(listInvalidFields({ approval: { mode: 'within', hours: 24 } })).toEqual([])
    expect(templateBody({ ...validTemplate, approval: { mode: 'automatic', budget: 500 } }).approval).toEqual({ mode: 'automatic' })
    expect(templateBody({ ...validTemplate, visibleTo: ['a'] }).visibleTo).toEqual([])
  })
  it('requires unique group names and valid resource types', () => {
    expect(
      listInvalidFields({
        groups: [
          { suffix: 'owners', role: 'Owner' },
          { suffix: 'owners', role: 'Reader' },
        ],
      }),
    ).toEqual(['groups'])
    expect(listInvalidFields({ groups: [{ suffix: '1st', role: 'Owner' }] })).toEqual(['groups'])
    expect(listInvalidFields({ typicalUse: [{ name: 'Machine', resourceType: 'machines', sku: 'B2s', count: 1, share: 50 }] })).toEqual([
      'typicalUse',
    ])
    expect(listInvalidFields({ visibility: 'groups' })).toEqual(['visibleTo'])
  })
})

describe('totalCapacity', () => {
  it('adds up capacity by status, without hosts that are out of use', () => {
    const totals = totalCapacity([
      { capacity: 20, used: 5, status: 'available' },
      { capacity: 1, used: 0, status: 'coolingDown' },
      { capacity: 1, used: 1, status: 'quarantined' },
      { capacity: 10, used: 2, status: 'closed' },
    ])
    expect(totals).toEqual({ used: 7, free: 15, coolingDown: 1, quarantined: 1, total: 24 })
  })
})
