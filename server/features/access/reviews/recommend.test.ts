import { describe, expect, it } from 'vitest'
import { type Evidence, recommend } from './recommend.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
/** Somebody who has been in for long, in a group whose use leaves a trace. */
const usual: Evidence = {
  active: true,
  department: 'Commerce',
  since: ago(300),
  lastUsedAt: ago(3),
  useKnown: true,
  traced: true,
  movedFrom: null,
}

describe('recommend', () => {
  it.each<[string, Partial<Evidence>, 'keep' | 'remove', string]>([
    ['in use', {}, 'keep', 'It is in use.'],
    ['used 59 days ago', { lastUsedAt: ago(59) }, 'keep', 'It is in use.'],
    ['used 60 days ago', { lastUsedAt: ago(60) }, 'remove', 'Not used for 60 days.'],
    ['never used', { lastUsedAt: null }, 'remove', 'No use seen in the last 90 days.'],
    ['never used by one let in by hand', { lastUsedAt: null, since: null }, 'remove', 'No use seen in the last 90 days.'],
    ['not used yet', { lastUsedAt: null, since: ago(59) }, 'keep', 'Was let in lately.'],
    [
      'only looks',
      { lastUsedAt: null, useKnown: false, traced: false },
      'keep',
      'Looking leaves no trace in Azure, so use cannot be seen.',
    ],
    ['Azure is silent', { lastUsedAt: null, useKnown: false }, 'keep', 'Azure did not say whether it is used.'],
    ['has moved, though it is used', { movedFrom: 'Property' }, 'remove', 'Has moved from Property to Commerce since being let in.'],
    ['has left', { active: false }, 'remove', 'Has left: disabled in the directory.'],
  ])('%s', (_, change, recommendation, because) => {
    expect(recommend({ ...usual, ...change }, now)).toEqual({ recommendation, because })
  })
})
