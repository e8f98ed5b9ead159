import { Hourglass } from 'lucide-react'
import { type Reader, roleWords, type Standing } from '../../../shared/requestStatus.ts'
import { sinceWords } from '../../../shared/waits.ts'

export interface AccessRequestState {
  status: string
  /** The open stage’s name. */
  waitingFor: string | null
  workStatus: string | null
  /** The assignment it asks to lengthen. */
  extends: string | null
  requester: { id: string; displayName: string }
}

/** How a request for access stands, in words. */
export function accessRequestStatus(request: AccessRequestState, { since, now, me }: Reader = {}): Standing {
  const time = since ? ` ${sinceWords(since, now)}` : ''
  const mine = request.requester.id === me
  switch (request.status) {
    case 'pending_approval':
      return {
        tone: 'info',
        icon: Hourglass,
        sentence: `Waits for ${request.waitingFor ? roleWords(request.waitingFor) : 'a decision'}${time}`,
      }
    case 'changes_requested':
      return { tone: 'warn', sentence: `Waits for ${mine ? 'you' : request.requester.displayName} to change it${time}` }
    case 'approved':
      return granting(request)
    case 'rejected':
      return { tone: 'bad', sentence: 'Rejected' }
    case 'expired':
      return { tone: 'neutral', sentence: 'Expired: it was not decided in time' }
    case 'cancelled':
      return { tone: 'neutral', sentence: 'Taken back' }
    default:
      return { tone: 'neutral', sentence: request.status.replaceAll('_', ' ') }
  }
}

function granting({ workStatus, extends: extended }: AccessRequestState): Standing {
  if (workStatus === null) return { tone: 'ok', sentence: extended ? 'Approved: the end was moved' : 'Approved' }
  if (workStatus === 'succeeded') return { tone: 'ok', sentence: 'Approved and let in' }
  if (workStatus === 'cancelled') return { tone: 'neutral', sentence: 'Approved, but called off' }
  if (workStatus === 'failed') return { tone: 'bad', sentence: 'Approved, but letting in is held up' }
  return { tone: 'busy', sentence: 'Approved; the directory is told' }
}
