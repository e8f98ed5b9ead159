import type { Tone } from '../../../ui/Status.tsx'
import type { Emergency } from './types.ts'

export function emergencyStatus({ status, person, overdue, endedBy }: Emergency): { tone: Tone; label: string } {
  switch (status) {
    case 'opening':
      return { tone: 'busy', label: endedBy ? 'Cancelling' : 'Granting access' }
    case 'active':
      return { tone: 'bad', label: `Active: ${person.displayName}` }
    case 'ending':
      return { tone: 'busy', label: 'Ending' }
    case 'ended':
      return overdue ? { tone: 'bad', label: 'Report overdue' } : { tone: 'warn', label: `Waiting for ${person.displayName}’s report` }
    case 'report':
      return { tone: 'warn', label: 'Pending review' }
    case 'closing':
      return { tone: 'busy', label: 'Closing incident' }
    case 'closed':
      return { tone: 'ok', label: 'Closed' }
    case 'failed':
      return { tone: 'neutral', label: 'Failed: no access granted' }
  }
}
