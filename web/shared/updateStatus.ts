import { type Reader, type RequestState, requestStatus, type StatusSentence } from './requestStatus.ts'

export function updateStatus(update: RequestState, reader: Reader = {}): StatusSentence {
  if (update.status !== 'approved') return requestStatus(update, reader)
  if (update.runStatus === 'cancelled') return { tone: 'neutral', sentence: 'Cancelled, rolling back' }
  if (update.runStatus === 'failed') return { tone: 'bad', sentence: 'Applying the change failed' }
  if (update.runStatus === 'succeeded' || update.runStatus === null) return { tone: 'ok', sentence: 'Done' }
  return { tone: 'busy', sentence: 'Applying' }
}

export function isInProgress(update: { status: string; runStatus: string | null }): boolean {
  return update.status === 'approved' && update.runStatus !== null && update.runStatus !== 'succeeded'
}
