import { describe, expect, it } from 'vitest'
import { type Evidence, recommend, recommendationReasons } from './recommend.ts'

const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const usualEvidence: Evidence = {
  active: true,
  department: 'Commerce',
  since: daysAgo(300),
  lastUsedAt: daysAgo(3),
  useKnown: true,
  isLogged: true,
  movedFrom: null,
}

describe('recommend', () => {
  it.each<[string, Partial<Evidence>, 'keep' | 'remove', string]>([
    ['is in use', {}, 'keep', recommendationReasons.inUse],
    ['was used 59 days ago', { lastUsedAt: daysAgo(59) }, 'keep', recommendationReasons.inUse],
    ['was used 60 days ago', { lastUsedAt: daysAgo(60) }, 'remove', 'Not used for 60 days.'],
    ['was never used', { lastUsedAt: null }, 'remove', recommendationReasons.unused],
    ['was never used by a member added outside Slipway', { lastUsedAt: null, since: null }, 'remove', recommendationReasons.unused],
    ['was granted recently', { lastUsedAt: null, since: daysAgo(59) }, 'keep', recommendationReasons.recent],
    ['only reads', { lastUsedAt: null, useKnown: false, isLogged: false }, 'keep', recommendationReasons.readsOnly],
    ['Azure returns nothing about', { lastUsedAt: null, useKnown: false }, 'keep', recommendationReasons.unknown],
    ['is used by a person who moved', { movedFrom: 'Property' }, 'remove', 'Moved from Property to Commerce since the access was granted.'],
    ['belongs to a person who left', { active: false }, 'remove', recommendationReasons.left],
  ])('makes a recommendation for access that %s', (_, overrides, recommendation, reason) => {
    expect(recommend({ ...usualEvidence, ...overrides }, now)).toEqual({ recommendation, reason })
  })
})
