import { describe, expect, it } from 'vitest'
import { contentDiff, describePath } from './contentDiff.ts'

describe('contentDiff', () => {
  it('lists changed, added and removed values by their place', () => {
    const stateBefore = { name: 'One', owners: [{ name: 'Ann' }, { name: 'Bob' }], tags: { team: 'a' }, same: 1 }
    const stateAfter = { name: 'Two', owners: [{ name: 'Ann' }], tags: { team: 'a', cost: 'c' }, same: 1 }
    expect(contentDiff(stateBefore, stateAfter)).toEqual([
      { label: 'name', before: 'One', after: 'Two' },
      { label: 'owners.1.name', before: 'Bob', after: null },
      { label: 'tags.cost', before: null, after: 'c' },
    ])
  })

  it('lists all values of created and deleted content, and none without content', () => {
    expect(contentDiff(null, { name: 'One', leads: [] })).toEqual([
      { label: 'name', before: null, after: 'One' },
      { label: 'leads', before: null, after: '[]' },
    ])
    expect(contentDiff('text', null)).toEqual([{ label: 'Content', before: 'text', after: null }])
    expect(contentDiff(null, null)).toEqual([])
  })
})

describe('describePlace', () => {
  it.each([
    ['name', 'Name'],
    ['owners.0.displayName', 'Owners 1, display name'],
    ['budget.thresholds.2.percent', 'Budget, thresholds 3, percent'],
    ['Content', 'Content'],
  ])('describes %s as %s', (label, text) => expect(describePath(label)).toBe(text))
})
