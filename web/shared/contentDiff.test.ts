import { describe, expect, it } from 'vitest'
import { formatDateTime } from '../ui/format.ts'
import { contentDiff } from './contentDiff.ts'
import { labelFor } from './labels.ts'

const shown = (before: unknown, after: unknown) => contentDiff(before, after).map((row) => [row.label, row.before, row.after])

describe('contentDiff', () => {
  it('lists changed, added and removed fields by name', () => {
    const before = { name: 'One', costCentre: 'a', tags: { team: 'a' }, budget: { thresholds: [{ percent: 80 }] }, same: 1 }
    const after = { name: 'Two', costCentre: 'b', tags: { team: 'a', cost: 'c' }, budget: { thresholds: [{ percent: 90 }] }, same: 1 }
    expect(shown(before, after)).toEqual([
      ['Name', 'One', 'Two'],
      ['Cost centre', 'a', 'b'],
      ['Budget, thresholds, 1, percent', '80', '90'],
      ['Tags, cost', null, 'c'],
    ])
  })

  it('names entries of lists, and doesn’t list an entry that only moved', () => {
    const [ann, bob] = [
      { id: '1', displayName: 'Ann', role: 'lead' },
      { id: '2', displayName: 'Bob', role: 'lead' },
    ]
    expect(shown({ owners: [ann, bob] }, { owners: [bob] })).toEqual([
      ['Owners', 'Ann, Bob', 'Bob'],
      ['Owners, Ann, role', 'lead', null],
    ])
    expect(shown({ owners: [ann, bob] }, { owners: [bob, { ...ann, role: 'owner' }] })).toEqual([['Owners, Ann, role', 'lead', 'owner']])
    expect(shown({ groups: [{ name: 'readers' }] }, { groups: [{ name: 'owners' }, { name: 'readers' }] })).toEqual([
      ['Groups', 'readers', 'owners, readers'],
    ])
    expect(shown({ adopted: [] }, { adopted: [{ id: '1', name: 'Ann', kind: 'person' }] })).toEqual([
      ['Adopted', null, 'Ann'],
      ['Adopted, Ann, kind', null, 'Person'],
    ])
  })

  it('shows a new order of records that have no ID', () => {
    const [lead, finance] = [
      { name: 'Lead', minimum: 1 },
      { name: 'Finance', minimum: 2 },
    ]
    expect(shown({ stages: [lead, finance] }, { stages: [finance, lead] })).toEqual([['Stages', 'Lead, Finance', 'Finance, Lead']])
    expect(shown({ stages: [lead, finance] }, { stages: [finance, { ...lead, minimum: 3 }] })).toEqual([
      ['Stages', 'Lead, Finance', 'Finance, Lead'],
      ['Stages, Lead, minimum', '1', '3'],
    ])
  })

  it('distinguishes records with the same name', () => {
    const ann = (id: string) => ({ id, displayName: 'Ann' })
    expect(shown({ owners: [ann('1')] }, { owners: [ann('2')] })).toEqual([['Owners', 'Ann (1)', 'Ann (2)']])
    expect(shown({ owners: [ann('1'), ann('2')] }, { owners: [ann('2'), ann('1')] })).toEqual([])
    expect(shown({ owners: [ann('1'), ann('2')] }, { owners: [ann('2')] })).toEqual([['Owners', 'Ann, Ann', 'Ann']])
    expect(shown({ owners: [ann('1')] }, { owners: [{ id: '1', displayName: 'Anne' }] })).toEqual([['Owners', 'Ann', 'Anne']])
  })

  it('compares each of several records with the same name and without an ID', () => {
    const rule = (minimum: number) => ({ name: 'Small', minimum })
    const rows = contentDiff({ rules: [rule(1), rule(2)] }, { rules: [rule(3), rule(4)] })
    expect(rows.map(({ before, after }) => [before, after])).toEqual([
      ['1', '3'],
      ['2', '4'],
    ])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2)
  })

  it('shows values with the labels of the screens', () => {
    const before = { status: 'pending', enabled: false, budget: { amount: 125_000, currency: 'GBP' }, comment: 'changes_requested' }
    const after = {
      ...{ status: 'changes_requested', decision: 'requestChanges', enabled: true, budget: { amount: 150_000, currency: 'GBP' } },
      ...{ comment: 'changes_requested', environment: 'preproduction', accountId: 'a', outcome: 'notCounted' },
    }
    expect(shown(before, after)).toEqual([
      ['Status', 'Pending', 'Changes requested'],
      ['Enabled', 'No', 'Yes'],
      ['Budget', '£1,250.00', '£1,500.00'],
      ['Decision', null, 'Requested changes'],
      ['Environment', null, labelFor('environment', 'preproduction')],
      ['Account ID', null, 'a'],
      ['Outcome', null, 'Not counted'],
    ])
    expect(shown(null, { startsAt: '2026-11-21T14:05:00.000Z' })).toEqual([['Starts at', null, formatDateTime('2026-11-21T14:05:00.000Z')]])
  })

  it('shows amounts in their currency, and durations with their unit', () => {
    expect(shown({ budget: 32_000, hours: 48 }, { budget: 20_000, hours: 8 })).toEqual([
      ['Budget', '£320.00', '£200.00'],
      ['Duration', '2 days', '8 hours'],
    ])
    expect(shown({ budget: 32_000 }, { budget: 20_000, currency: 'EUR' })).toEqual([['Budget', '€320.00', '€200.00']])
    const template = { maxBudget: 90_000, currency: 'EUR', approval: { budget: 500, hours: 1 }, reminderHours: [48, 4], cooldownHours: 72 }
    expect(shown(null, { ...template, maxHours: 25, minAgeMinutes: 1 })).toEqual([
      ['Max budget', null, '€900.00'],
      ['Approval, budget', null, '€5.00'],
      ['Approval, duration', null, '1 hour'],
      ['Reminder', null, '2 days, 4 hours'],
      ['Cooldown', null, '3 days'],
      ['Max duration', null, '25 hours'],
      ['Min age', null, '1 minute'],
    ])
    expect(shown(null, { budget: { amount: 5_000, currency: 'EUR', thresholds: [{ percent: 80 }] } })).toEqual([
      ['Budget, amount', null, '€50.00'],
      ['Budget, thresholds, 1, percent', null, '80'],
    ])
  })

  it('doesn’t list a status or stage that the event kept', () => {
    expect(shown({ status: 'pending', stage: 1 }, { decision: 'requestChanges', status: 'changes_requested' })).toEqual([
      ['Status', 'Pending', 'Changes requested'],
      ['Decision', null, 'Requested changes'],
    ])
    expect(shown({ status: 'draft' }, { changeNote: 'Why' })).toEqual([['Change note', null, 'Why']])
    expect(shown({ status: 'draft' }, null)).toEqual([['Status', 'Draft', null]])
  })

  it('shows codes of kinds and phases as words', () => {
    expect(shown({ phase: 'grace' }, { phase: 'undoing', kind: 'sandboxRequest' })).toEqual([
      ['Phase', 'Grace period', 'Undoing'],
      ['Kind', null, 'Sandbox request'],
    ])
  })

  it('shows people and groups by name', () => {
    const [ann, bob] = ['db79eb85-0000-4000-8000-000000000001', '3856b718-0000-4000-8000-000000000002']
    const names = { [ann]: 'Ann', [bob]: 'Bob' }
    const named = (before: unknown, after: unknown) =>
      contentDiff(before, after, { names }).map((row) => [row.label, row.before, row.after])
    expect(named({ ownerIds: [ann] }, { ownerIds: [ann, bob, 'unknown'], reassignedBy: ann.toUpperCase(), fallbackGroupId: bob })).toEqual([
      ['Owners', 'Ann', 'Ann, Bob, unknown'],
      ['Reassigned by', null, 'Ann'],
      ['Fallback group', null, 'Bob'],
    ])
    expect(named({ owners: [{ id: ann }] }, { owners: [{ id: ann }, { id: bob }] })).toEqual([['Owners', 'Ann', 'Ann, Bob']])
    const sameNames = { [ann]: 'Ann', [bob]: 'Ann' }
    expect(contentDiff({ ownerId: ann }, { ownerId: bob }, { names: sameNames })).toMatchObject([{ before: ann, after: bob }])
  })

  it('shows the unit of a setting', () => {
    expect(contentDiff(180, 120, { setting: 'notificationDays' })).toMatchObject([
      { label: 'Value', before: '180 days', after: '120 days' },
    ])
  })

  it('numbers records that have an ID but no name', () => {
    expect(shown(null, { adopted: [{ id: '0192', kind: 'person' }] })).toEqual([
      ['Adopted, 1, ID', null, '0192'],
      ['Adopted, 1, kind', null, 'Person'],
    ])
  })

  it('shows a list of texts as one value', () => {
    expect(shown({ stores: ['1', '2'] }, { stores: ['1', '3'] })).toEqual([['Stores', '1, 2', '1, 3']])
  })

  it('lists all values of created and deleted content, and none without content', () => {
    expect(shown(null, { name: 'One', leads: [], reject: {}, comment: '' })).toEqual([['Name', null, 'One']])
    expect(shown('text', null)).toEqual([['Content', 'text', null]])
    expect(contentDiff(null, null)).toEqual([])
  })

  it('returns the API name of each changed field', () => {
    expect(contentDiff({ updatedAt: '1' }, { updatedAt: '2' })[0]!.field).toBe('updatedAt')
  })
})
