import { Hourglass } from 'lucide-react'
import { sandboxStatusLabels } from '../../../../client/sandboxStatusLabels.ts'
import { describeRequestStatus, type StatusOf, type StatusSentence, setupSentences } from '../../../shared/requestStatus.ts'
import type { SandboxRequestSummary, SandboxSummary } from './types.ts'

type RequestState = Pick<SandboxRequestSummary, 'status' | 'kind' | 'waitingFor' | 'automatic' | 'sandboxStatus'> & {
  requester: Pick<SandboxRequestSummary['requester'], 'id' | 'displayName'>
}

const outcomes: Record<SandboxSummary['status'], StatusSentence> = {
  queued: { tone: 'info', icon: Hourglass, sentence: `Approved, ${sandboxStatusLabels.queued.toLowerCase()}` },
  provisioning: { tone: 'busy', sentence: setupSentences.running },
  failed: { tone: 'bad', sentence: `Approved, ${sandboxStatusLabels.failed.toLowerCase()}` },
  active: { tone: 'ok', sentence: sandboxStatusLabels.active },
  expiring: { tone: 'warn', sentence: sandboxStatusLabels.expiring },
  frozen: { tone: 'info', sentence: sandboxStatusLabels.frozen },
  deleting: { tone: 'warn', sentence: sandboxStatusLabels.deleting },
  quarantined: { tone: 'bad', sentence: sandboxStatusLabels.quarantined },
  deleted: { tone: 'neutral', sentence: sandboxStatusLabels.deleted },
}

export const sandboxRequestStatus: StatusOf<RequestState> = (request, reader = {}) =>
  describeRequestStatus(request, reader, () => {
    const approvedText = request.automatic ? 'Approved automatically' : 'Approved'
    if (request.kind === 'extension') return { tone: 'ok', sentence: `${approvedText}, sandbox extended` }
    return outcomes[request.sandboxStatus as SandboxSummary['status']] ?? { tone: 'ok', sentence: approvedText }
  })
