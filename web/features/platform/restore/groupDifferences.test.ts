import { expect, it } from 'vitest'
import { groupDifferences, maxPerKind } from './groupDifferences.ts'
import type { Difference } from './types.ts'

const difference = (kind: Difference['kind'], side: Difference['side'], id = 'one'): Difference => ({
  kind,
  side,
  id,
  name: id,
  detail: '',
})
const many = Array.from({ length: maxPerKind }, (_, n) => difference('group', n % 2 ? 'inside' : 'outside', String(n)))

it('groups by kind, then by direction, and leaves out empty groups', () => {
  const differences = [
    difference('privilegedRole', 'inside'),
    difference('subscription', 'inside', 'first'),
    difference('subscription', 'outside'),
    difference('subscription', 'inside', 'second'),
  ]
  const groups = groupDifferences({ total: 4, differences })
  expect(groups.map(({ kind, count, isTruncated }) => [kind, count, isTruncated])).toEqual([
    ['subscription', 3, false],
    ['privilegedRole', 1, false],
  ])
  expect(groups[0]!.sides.map(({ side, rows }) => [side, rows.map(({ id }) => id)])).toEqual([
    ['outside', ['one']],
    ['inside', ['first', 'second']],
  ])
})

it('lists pending deletions first, and unread parts first in each kind', () => {
  const differences = [
    difference('membership', 'inside'),
    difference('membership', 'outside'),
    difference('membership', 'unread'),
    difference('pendingDeletion', 'planned'),
  ]
  const groups = groupDifferences({ total: 4, differences })
  expect(groups.map(({ kind, sides }) => [kind, sides.map(({ side }) => side)])).toEqual([
    ['pendingDeletion', ['planned']],
    ['membership', ['unread', 'outside', 'inside']],
  ])
})

it('marks a kind as truncated only if the server left out differences of that kind', () => {
  const differences = [...many, difference('membership', 'outside')]
  const truncatedKinds = (total: number) =>
    groupDifferences({ total, differences }).flatMap(({ kind, isTruncated }) => (isTruncated ? [kind] : []))
  expect(truncatedKinds(differences.length + 1)).toEqual(['group'])
  expect(truncatedKinds(differences.length)).toEqual([])
  const unread = many.map((each) => ({ ...each, kind: 'membership' as const, side: 'unread' as const }))
  const [group] = groupDifferences({ total: 999, differences: unread })
  expect(group).toMatchObject({ count: maxPerKind, isTruncated: false })
})
