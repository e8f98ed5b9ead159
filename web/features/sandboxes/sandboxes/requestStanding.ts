import { Hourglass } from 'lucide-react'
import { type Reader, roleWords, type Standing } from '../../../shared/requestStatus.ts'
import { sinceWords } from '../../../shared/waits.ts'
import type { SandboxRequestSummary } from './types.ts'

export type RequestState = Pick<SandboxRequestSummary, 'status' | 'kind' | 'waitingFor' | 'automatic' | 'sandboxStatus' | 'requester'>

const outcomes: Record<string, Standing> = {
  queued: { tone: 'info', icon: Hourglass, sentence: 'Approved; waits for a free place' },
  provisioning: { tone: 'busy', sentence: 'Approved and being set up' },
  failed: { tone: 'bad', sentence: 'Approved, but setting it up is held up' },
  active: { tone: 'ok', sentence: 'Ready' },
  expiring: { tone: 'ok', sentence: 'Ready' },
  frozen: { tone: 'info', sentence: 'It was ready; it is frozen now' },
  deleting: { tone: 'neutral', sentence: 'It was ready; it is being deleted' },
  quarantined: { tone: 'neutral', sentence: 'It was ready; it is being deleted' },
  deleted: { tone: 'neutral', sentence: 'It was ready and has ended' },
}

/** How a request for a sandbox stands, in words. */
export function requestStanding(request: RequestState, { since, now, me }: Reader = {}): Standing {
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
    case 'approved': {
      const how = request.automatic ? 'Approved at once' : 'Approved'
      if (request.kind === 'extension') return { tone: 'ok', sentence: `${how}: the end and the budget have moved` }
      return outcomes[request.sandboxStatus ?? ''] ?? { tone: 'ok', sentence: how }
    }
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
