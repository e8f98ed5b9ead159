import { expect, it } from 'vitest'
import { createRecentChanges } from './recentChanges.ts'

it('returns each recent change once to the people concerned, and for how long the list is complete', () => {
  let now = 1_000
  const recent = createRecentChanges({ max: 3, forMs: 60_000, now: () => now })
  now = 2_000
  recent.keep({ kind: 'tower', id: 'a' })
  recent.keep({ kind: 'notification', id: 'b', people: ['priya'] })
  now = 3_000
  recent.keep({ kind: 'tower', id: 'a' })
  now = 4_000
  expect(recent.changesFor('priya')).toEqual({
    reach: 3_000,
    changes: [
      { kind: 'notification', id: 'b', ago: 2_000 },
      { kind: 'tower', id: 'a', ago: 1_000 },
    ],
  })
  expect(recent.changesFor('tomasz')).toEqual({ reach: 3_000, changes: [{ kind: 'tower', id: 'a', ago: 1_000 }] })
  // Above the limit, changes are kept for a shorter time.
  recent.keep({ kind: 'family', id: 'c' })
  recent.keep({ kind: 'family', id: 'd' })
  expect(recent.changesFor('priya')).toMatchObject({ reach: 2_000, changes: [{ id: 'a' }, { id: 'c' }, { id: 'd' }] })
  now = 63_500
  expect(recent.changesFor('priya')).toMatchObject({ reach: 60_000, changes: [{ id: 'c' }, { id: 'd' }] })
})
