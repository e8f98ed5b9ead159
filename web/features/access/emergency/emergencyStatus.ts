import type { Tone } from '../../../ui/Status.tsx'
import type { Emergency } from './types.ts'

export function emergencyStatus({ status, person, overdue, endedBy }: Emergency): { tone: Tone; words: string } {
  switch (status) {
    case 'opening':
      return { tone: 'busy', words: endedBy ? 'Is being called off' : 'Azure is being asked' }
    case 'active':
      return { tone: 'bad', words: `${person.displayName} is in` }
    case 'ending':
      return { tone: 'busy', words: 'Is being ended' }
    case 'ended':
      return overdue
        ? { tone: 'bad', words: 'The afterword is overdue' }
        : { tone: 'warn', words: `Waits for ${person.displayName}’s afterword` }
    case 'afterword':
      return { tone: 'warn', words: 'Waits for its review' }
    case 'closing':
      return { tone: 'busy', words: 'The incident is being closed' }
    case 'closed':
      return { tone: 'ok', words: 'Closed' }
    case 'failed':
      return { tone: 'neutral', words: 'Nobody was let in' }
  }
}
