import { pendingStepUpCall } from '../../../api/stepUp.ts'
import type { Draft } from './channelDraft.ts'

export interface PendingChannel {
  kind: 'add' | 'edit' | 'rotate'
  id: string | undefined
  draft: Draft | undefined
}
const kinds: Partial<Record<string, PendingChannel['kind']>> = {
  createNotificationChannel: 'add',
  updateNotificationChannel: 'edit',
  rotateNotificationSecret: 'rotate',
}

export function pendingChannel(person: string | undefined): PendingChannel | undefined {
  const pendingCall = person === undefined ? undefined : pendingStepUpCall(person)
  const kind = pendingCall && kinds[pendingCall.operation]
  if (!pendingCall || !kind) return undefined
  const { params } = pendingCall.input as { params?: { id: string } }
  return { kind, id: params?.id, draft: pendingCall.draft as Draft | undefined }
}
