import { expect, it } from 'vitest'
import type { RestoreDifference } from '../../../db/tables.ts'
import { limitDifferences } from './limitDifferences.ts'

const differences = (count: number, kind: RestoreDifference['kind'], side: RestoreDifference['side']): RestoreDifference[] =>
  Array.from({ length: count }, (_, n) => ({ kind, side, id: String(n), name: '', detail: '' }))

it('keeps all unread parts and all pending deletions, before a limited number of each other kind', () => {
  const kept = limitDifferences([
    ...differences(300, 'group', 'outside'),
    ...differences(3, 'membership', 'inside'),
    ...differences(300, 'pendingDeletion', 'planned'),
    ...differences(300, 'membership', 'unread'),
  ])
  const counts = Map.groupBy(kept, ({ kind, side }) => `${kind} ${side}`)
  expect([...counts].map(([key, rows]) => [key, rows.length])).toEqual([
    ['membership unread', 300],
    ['pendingDeletion planned', 300],
    ['group outside', 250],
    ['membership inside', 3],
  ])
})
