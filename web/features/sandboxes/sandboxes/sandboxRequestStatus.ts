import { Hourglass } from 'lucide-react'
import { type Standing, type StatusOf, standingOf } from '../../../shared/requestStatus.ts'
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

export const sandboxRequestStatus: StatusOf<RequestState> = (request, reader = {}) =>
  standingOf(request, reader, () => {
    const how = request.automatic ? 'Approved at once' : 'Approved'
    if (request.kind === 'extension') return { tone: 'ok', sentence: `${how}: the end and the budget have moved` }
    return outcomes[request.sandboxStatus ?? ''] ?? { tone: 'ok', sentence: how }
  })
