import { Hourglass } from 'lucide-react'
import type { Icon } from '../ui/icon.ts'
import type { Tone } from '../ui/Status.tsx'
import { sinceWords } from './waits.ts'

export interface RequestState {
  status: string
  /** The open stage's name. */
  waitingFor: string | null
  workStatus: string | null
  requester: { id: string; displayName: string }
}

export interface Standing {
  tone: Tone
  /** Instead of the tone's own. */
  icon?: Icon
  sentence: string
}

export interface Reader {
  /** When the present state began. */
  since?: string | undefined
  now?: number
  /** The reader's id: one's own name is "you". */
  me?: string | undefined
}

/** How a request stands, in words. */
export function requestStatus(request: RequestState, { since, now, me }: Reader = {}): Standing {
  const time = since ? ` ${sinceWords(since, now)}` : ''
  switch (request.status) {
    case 'pending_approval':
      return {
        tone: 'info',
        icon: Hourglass,
        sentence: `Waits for ${request.waitingFor ? roleWords(request.waitingFor) : 'a decision'}${time}`,
      }
    case 'changes_requested':
      return {
        tone: 'warn',
        sentence: `Waits for ${request.requester.id === me ? 'you' : request.requester.displayName} to change it${time}`,
      }
    case 'approved':
      return building(request.workStatus)
    case 'rejected':
      return { tone: 'bad', sentence: 'Rejected' }
    case 'expired':
      return { tone: 'neutral', sentence: 'Expired: it was not decided in time' }
    case 'cancelled':
      return { tone: 'neutral', sentence: request.workStatus === 'cancelled' ? 'Called off' : 'Taken back' }
    default:
      return { tone: 'neutral', sentence: request.status.replaceAll('_', ' ') }
  }
}

function building(workStatus: string | null): Standing {
  // Requests of before Slipway built accounts have no work.
  if (workStatus === null) return { tone: 'ok', sentence: 'Approved' }
  if (workStatus === 'succeeded') return { tone: 'ok', sentence: 'Ready' }
  if (workStatus === 'failed') return { tone: 'bad', sentence: 'Approved, but building is held up' }
  if (workStatus === 'cancelled') return { tone: 'neutral', sentence: 'Called off; what was built is taken back' }
  return { tone: 'busy', sentence: 'Approved and being built' }
}

/** A stage's name inside a sentence: `the family owner`, but `the Cloud Architecture Board`. */
export function roleWords(stage: string): string {
  const [first = '', ...rest] = stage.split(' ')
  const isName = rest.some((word) => /^\p{Lu}/u.test(word))
  return `the ${isName ? stage : [first.toLocaleLowerCase(), ...rest].join(' ')}`
}
