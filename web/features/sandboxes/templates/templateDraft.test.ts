import { describe, expect, it } from 'vitest'
import { totalCapacity } from './capacity.ts'
import { emptyTemplate, type TemplateDraft, templateBody, wrongWith } from './templateDraft.ts'

const good: TemplateDraft = { ...emptyTemplate, name: 'Web app playground' }
const wrong = (change: Partial<TemplateDraft>) => Object.keys(wrongWith({ ...good, ...change }))

describe('wrongWith', () => {
  it('requires only a name at first', () => {
    expect(Object.keys(wrongWith(emptyTemplate))).toEqual(['name'])
    expect(wrongWith(good)).toEqual({})
  })
  it('keeps defaults within maximums', () => {
    expect(wrong({ defaultBudget: 10_001 })).toEqual(['defaultBudget'])
    expect(wrong({ maxHours: 24 })).toEqual(['defaultHours'])
    expect(wrong({ maxMembers: null, maxPerPerson: 21 })).toEqual(['maxMembers', 'maxPerPerson'])
  })
  it('allows one freeze at the end, and reminders in order', () => {
    expect(
      wrong({
        thresholds: [
          { percent: 90, action: 'freeze' },
          { percent: 100, action: 'notify' },
        ],
      }),
    ).toEqual(['thresholds'])
    expect(
      wrong({
        thresholds: [
          { percent: 90, action: 'notify' },
          { percent: 90, action: 'freeze' },
        ],
      }),
    ).toEqual(['thresholds'])
    expect(wrong({ reminderHours: [4, 24] })).toEqual(['reminderHours'])
  })
  it('requires limits where the approval has them, and omits them elsewhere', () => {
    expect(wrong({ approval: { mode: 'within' } })).toEqual(['approval'])
    expect(wrong({ approval: { mode: 'within', hours: 24 } })).toEqual([])
    expect(templateBody({ ...good, approval: { mode: 'automatic', budget: 500 } }).approval).toEqual({ mode: 'automatic' })
    expect(templateBody({ ...good, visibleTo: ['a'] }).visibleTo).toEqual([])
  })
  it('requires unique group names and valid resource types', () => {
    expect(
      wrong({
        groups: [
          { suffix: 'owners', role: 'Owner' },
          { suffix: 'owners', role: 'Reader' },
        ],
      }),
    ).toEqual(['groups'])
    expect(wrong({ groups: [{ suffix: '1st', role: 'Owner' }] })).toEqual(['groups'])
    expect(wrong({ typicalUse: [{ name: 'Machine', resourceType: 'machines', sku: 'B2s', count: 1, share: 50 }] })).toEqual(['typicalUse'])
    expect(wrong({ visibility: 'groups' })).toEqual(['visibleTo'])
  })
})

describe('queuePositionsOf', () => {
  it('adds up capacity by status, and excludes hosts that are out of use', () => {
    const totals = totalCapacity([
      { capacity: 20, used: 5, status: 'available' },
      { capacity: 1, used: 0, status: 'resting' },
      { capacity: 1, used: 1, status: 'quarantined' },
      { capacity: 10, used: 2, status: 'closed' },
    ])
    expect(totals).toEqual({ used: 7, free: 15, resting: 1, quarantined: 1, total: 24 })
  })
})
