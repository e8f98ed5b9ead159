import { heldCall } from '../../../api/stepUp.ts'
import type { Draft } from './channelDraft.ts'

export interface HeldChannel {
  kind: 'add' | 'edit' | 'rotate'
  id: string | undefined
  draft: Draft | undefined
}
const kinds: Partial<Record<string, HeldChannel['kind']>> = {
  createNotificationChannel: 'add',
  updateNotificationChannel: 'edit',
  rotateNotificationSecret: 'rotate',
}

/** Restores the input that this person left for a step-up sign-in. */
export function heldChannel(person: string | undefined): HeldChannel | undefined {
  const held = person === undefined ? undefined : heldCall(person)
  const kind = held && kinds[held.operation]
  if (!held || !kind) return undefined
  const { params } = held.input as { params?: { id: string } }
  return { kind, id: params?.id, draft: held.draft as Draft | undefined }
}
