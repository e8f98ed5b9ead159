import { describe, expect, it } from 'vitest'
import { textDiff } from './textDiff.ts'

const changedOf = (before: string, after: string) => {
  const diff = textDiff(before, after)
  const changed = (segments: typeof diff.before) => segments.filter((segment) => segment.changed).map(({ text }) => text)
  return [changed(diff.before), changed(diff.after)]
}

describe('textDiff', () => {
  it.each([
    ['Nodes: 3, Spot pool: no; £1,420.00 a month', 'Nodes: 5, Spot pool: no; £1,491.00 a month', ['3', '£1,420.00'], ['5', '£1,491.00']],
    ['readers, deployers', 'readers, deployers, owners', [], [', owners']],
    ['readers, deployers, owners', 'readers, owners', ['deployers, '], []],
    ['CC-4100', 'CC-4200', ['CC-4100'], ['CC-4200']],
    ['no owner at all', 'two people of Commerce', ['no owner at all'], ['two people of Commerce']],
    ['', 'new', [], ['new']],
    ['same', 'same', [], []],
  ])('marks only what changed between “%s” and “%s”', (before, after, removed, added) => {
    expect(changedOf(before, after)).toEqual([removed, added])
  })

  it('keeps both texts complete, even if they are too long to compare', () => {
    const [long, other] = ['a '.repeat(2_000), 'a b '.repeat(1_000)]
    const diff = textDiff(long, other)
    expect(diff.before.map(({ text }) => text).join('')).toBe(long)
    expect(diff.after.map(({ text }) => text).join('')).toBe(other)
  })
})
