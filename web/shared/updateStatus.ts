import { formatDateTime } from '../ui/format.ts'
import { type Reader, type RequestState, requestStatus, type StatusSentence } from './requestStatus.ts'
import type { AccountUpdate } from './requestTypes.ts'

type Reversal = AccountUpdate['reversal']

export interface UpdateState extends RequestState {
  reversal: Reversal
  /** Set while a decommission is in its grace period. */
  graceEndsAt: string | null
}

const reversalLabels: Record<NonNullable<Reversal>['kind'], [running: string, done: string]> = {
  undone: ['Undoing', 'Undone'],
  restored: ['Restoring', 'Restored'],
}

const reversedBy = (done: string, { by, at }: NonNullable<Reversal>) => `${done} by ${by?.displayName ?? 'someone'}, ${formatDateTime(at)}`

export function updateStatus(update: UpdateState, reader: Reader = {}): StatusSentence {
  if (update.status !== 'approved') return requestStatus(update, reader)
  if (update.reversal) {
    const [running, done] = reversalLabels[update.reversal.kind]
    if (update.runStatus === 'failed') return { tone: 'bad', sentence: `${running} failed` }
    if (update.runStatus !== 'succeeded') return { tone: 'busy', sentence: running }
    return { tone: 'neutral', sentence: reversedBy(done, update.reversal) }
  }
  if (update.runStatus === 'cancelled') return { tone: 'neutral', sentence: 'Cancelled, rolling back' }
  if (update.runStatus === 'failed') return { tone: 'bad', sentence: 'Applying the change failed' }
  if (update.runStatus === 'succeeded' || update.runStatus === null) return { tone: 'ok', sentence: 'Done' }
  if (update.graceEndsAt) return { tone: 'warn', sentence: `Grace period until ${formatDateTime(update.graceEndsAt)}` }
  return { tone: 'busy', sentence: 'Applying' }
}

export function isInProgress(update: { status: string; runStatus: string | null }): boolean {
  return update.status === 'approved' && update.runStatus !== null && update.runStatus !== 'succeeded'
}
