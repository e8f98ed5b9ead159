import { expect, it } from 'vitest'
import type { RestoreDifference } from '../../../db/tables.ts'
import { limitDifferences } from './limitDifferences.ts'

const differences = (count: number, kind: RestoreDifference['kind'], side: RestoreDifference['side']): RestoreDifference[] =>
  Array.from({ length: count }, (_, n) => ({ kind, side, id: String(n), name: '', detail: '' }))

it('keeps more pending deletions and unread parts than other differences, and lists them first', () => {
  const kept = limitDifferences([
    ...differences(300, 'group', 'outside'),
    ...differences(3, 'membership', 'inside'),
    ...differences(300, 'pendingDeletion', 'planned'),
    ...differences(2_001, 'membership', 'unread'),
  ])
  const counts = Map.groupBy(kept, ({ kind, side }) => `${kind} ${side}`)
  expect([...counts].map(([key, rows]) => [key, rows.length])).toEqual([
    ['pendingDeletion planned', 300],
    ['membership unread', 2_000],
    ['group outside', 250],
    ['membership inside', 3],
  ])
})
