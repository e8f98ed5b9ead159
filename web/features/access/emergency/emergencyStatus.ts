import type { Tone } from '../../../ui/Status.tsx'
import type { Emergency } from './types.ts'

export function emergencyStatus({ status, person, overdue, endedBy }: Emergency): { tone: Tone; words: string } {
  switch (status) {
    case 'opening':
      return { tone: 'busy', words: endedBy ? 'Cancelling' : 'Granting access' }
    case 'active':
      return { tone: 'bad', words: `Active: ${person.displayName}` }
    case 'ending':
      return { tone: 'busy', words: 'Ending' }
    case 'ended':
      return overdue ? { tone: 'bad', words: 'Report overdue' } : { tone: 'warn', words: `Waiting for ${person.displayName}’s report` }
    case 'report':
      return { tone: 'warn', words: 'Pending review' }
    case 'closing':
      return { tone: 'busy', words: 'Closing incident' }
    case 'closed':
      return { tone: 'ok', words: 'Closed' }
    case 'failed':
      return { tone: 'neutral', words: 'Failed: no access granted' }
  }
}
