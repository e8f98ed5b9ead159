import { describeRequestStatus, type StatusOf, type StatusSentence } from '../../../shared/requestStatus.ts'
import type { AccessRequestItem } from './types.ts'

interface AccessRequestState {
  status: string
  waitingFor: string | null
  runStatus: string | null
  /** The ID of the assignment that the request extends. */
  extends: string | null
  requester: { id: string; displayName: string }
}

export const accessRequestStatus: StatusOf<AccessRequestState> = (request, reader = {}) =>
  describeRequestStatus(request, reader, () => granting(request))

export const stateOf = (item: AccessRequestItem): AccessRequestState => ({ ...item, waitingFor: item.waiting?.for ?? null })

function granting({ runStatus, extends: extended }: AccessRequestState): StatusSentence {
  if (runStatus === null) return { tone: 'ok', sentence: extended ? 'Approved and extended' : 'Approved' }
  if (runStatus === 'succeeded') return { tone: 'ok', sentence: 'Access granted' }
  if (runStatus === 'cancelled') return { tone: 'neutral', sentence: 'Approved, then cancelled' }
  if (runStatus === 'failed') return { tone: 'bad', sentence: 'Approved, but granting access failed' }
  return { tone: 'busy', sentence: 'Approved: granting access' }
}

export const accessFor = (person: string): string => `access for ${person}`
