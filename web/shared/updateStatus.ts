import { type Reader, type RequestState, requestStatus, type StatusSentence } from './requestStatus.ts'

export function updateStatus(update: RequestState, reader: Reader = {}): StatusSentence {
  if (update.status !== 'approved') return requestStatus(update, reader)
  if (update.workStatus === 'cancelled') return { tone: 'neutral', sentence: 'Cancelled, rolling back' }
  if (update.workStatus === 'failed') return { tone: 'bad', sentence: 'Applying the change failed' }
  if (update.workStatus === 'succeeded' || update.workStatus === null) return { tone: 'ok', sentence: 'Done' }
  return { tone: 'busy', sentence: 'Applying' }
}

export function isInProgress(update: { status: string; workStatus: string | null }): boolean {
  return update.status === 'approved' && update.workStatus !== null && update.workStatus !== 'succeeded'
}
