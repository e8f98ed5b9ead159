import { type Standing, type StatusOf, standingOf } from '../../../shared/requestStatus.ts'
import type { AccessRequestItem } from './types.ts'

export interface AccessRequestState {
  status: string
  waitingFor: string | null
  workStatus: string | null
  /** The id of the assignment to extend. */
  extends: string | null
  requester: { id: string; displayName: string }
}

export const accessRequestStatus: StatusOf<AccessRequestState> = (request, reader = {}) =>
  standingOf(request, reader, () => granting(request))

export const stateOf = (item: AccessRequestItem): AccessRequestState => ({ ...item, waitingFor: item.waiting?.for ?? null })

function granting({ workStatus, extends: extended }: AccessRequestState): Standing {
  if (workStatus === null) return { tone: 'ok', sentence: extended ? 'Approved: the end was moved' : 'Approved' }
  if (workStatus === 'succeeded') return { tone: 'ok', sentence: 'Approved and let in' }
  if (workStatus === 'cancelled') return { tone: 'neutral', sentence: 'Approved, but called off' }
  if (workStatus === 'failed') return { tone: 'bad', sentence: 'Approved, but letting in is held up' }
  return { tone: 'busy', sentence: 'Approved; the directory is told' }
}
