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

  it('names the field of the API, by which bookkeeping is left out', () => {
    expect(contentDiff({ updatedAt: '1' }, { updatedAt: '2' })[0]!.field).toBe('updatedAt')
  })
})
