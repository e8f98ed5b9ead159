import { describe, expect, it } from 'vitest'
import { contentDiff } from './contentDiff.ts'

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
      ['Adopted', '[]', 'Ann'],
      ['Adopted, Ann, kind', null, 'person'],
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

  it('shows a list of texts as one value', () => {
    expect(shown({ stores: ['1', '2'] }, { stores: ['1', '3'] })).toEqual([['Stores', '1, 2', '1, 3']])
  })

  it('lists all values of created and deleted content, and none without content', () => {
    expect(shown(null, { name: 'One', leads: [] })).toEqual([
      ['Name', null, 'One'],
      ['Leads', null, '[]'],
    ])
    expect(shown('text', null)).toEqual([['Content', 'text', null]])
    expect(contentDiff(null, null)).toEqual([])
  })

  it('returns the API name of each changed field', () => {
    expect(contentDiff({ updatedAt: '1' }, { updatedAt: '2' })[0]!.field).toBe('updatedAt')
  })
})
