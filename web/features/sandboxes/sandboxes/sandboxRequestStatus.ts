import { Hourglass } from 'lucide-react'
import { describeRequestStatus, type StatusOf, type StatusSentence, setupSentences } from '../../../shared/requestStatus.ts'
import type { SandboxRequestSummary, SandboxSummary } from './types.ts'

type RequestState = Pick<SandboxRequestSummary, 'status' | 'kind' | 'waitingFor' | 'automatic' | 'sandboxStatus'> & {
  requester: Pick<SandboxRequestSummary['requester'], 'id' | 'displayName'>
}

const outcomes: Record<SandboxSummary['status'], StatusSentence> = {
  queued: { tone: 'info', icon: Hourglass, sentence: 'Approved, waiting for capacity' },
  provisioning: { tone: 'busy', sentence: setupSentences.running },
  failed: { tone: 'bad', sentence: 'Approved, setup failed' },
  active: { tone: 'ok', sentence: 'Active' },
  expiring: { tone: 'warn', sentence: 'Ending soon' },
  frozen: { tone: 'info', sentence: 'Frozen' },
  deleting: { tone: 'warn', sentence: 'Deleting' },
  quarantined: { tone: 'bad', sentence: 'Removal failed' },
  deleted: { tone: 'neutral', sentence: 'Sandbox deleted' },
}

export const sandboxRequestStatus: StatusOf<RequestState> = (request, reader = {}) =>
  describeRequestStatus(request, reader, () => {
    const approvedText = request.automatic ? 'Approved automatically' : 'Approved'
    if (request.kind === 'extension') return { tone: 'ok', sentence: `${approvedText}, sandbox extended` }
    return outcomes[request.sandboxStatus as SandboxSummary['status']] ?? { tone: 'ok', sentence: approvedText }
  })
