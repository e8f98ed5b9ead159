import { ExternalError } from '../../clients/externalError.ts'
import type { ChannelType } from '../../db/tables.ts'
import { loadSettings } from '../settings.ts'
import type { DeliveryContext } from './delivering.ts'
import { loadOutgoing, type OutgoingDelivery } from './outgoing.ts'
import { quietUntil } from './quietHours.ts'
import { recordFailure, recordSent, recordSuppressed } from './record.ts'
import { send } from './send.ts'

type Outcome = 'sent' | 'failed' | 'channelFailed' | 'suppressed' | 'held' | 'gone'

export async function attempt(context: DeliveryContext, id: string): Promise<Outcome> {
  const outgoing = await loadOutgoing(context.db, id)
  if (!outgoing) return 'gone'
  const suppressionReason = suppressionReasonOf(outgoing)
  if (suppressionReason !== undefined) {
    await recordSuppressed(context, outgoing, suppressionReason)
    return 'suppressed'
  }
  const until = await quietUntilTime(context, outgoing)
  if (until) {
    await context.db
      .updateTable('deliveries')
      .set({ next_attempt_at: until })
      .where('id', '=', id)
      .where('status', 'in', ['waiting', 'failed'])
      .execute()
    return 'held'
  }
  const result = await send(context, outgoing).catch((error: unknown) => asFailure(context, id, error))
  if (typeof result === 'string') {
    await recordSent(context, outgoing, result)
    return 'sent'
  }
  const ofChannel = concernsChannel(outgoing.type, result)
  await recordFailure(context, outgoing, result, ofChannel)
  return ofChannel ? 'channelFailed' : 'failed'
}

async function quietUntilTime({ db, now }: DeliveryContext, { type, person_id, urgent }: OutgoingDelivery): Promise<Date | undefined> {
  if (type !== 'mail' || urgent || person_id === null) return undefined
  return quietUntil((await loadSettings(db, [person_id]))(person_id), now())
}

function asFailure({ log }: DeliveryContext, id: string, error: unknown): ExternalError {
  if (error instanceof ExternalError) return error
  log.warn({ delivery: id, err: error }, 'couldn’t create a notification message')
  return new ExternalError({
    service: 'Slipway',
    code: 'recipient',
    message: 'Slipway couldn’t create this message.',
    status: 400,
    retryable: true,
  })
}

export const invalidAddress = 'This person’s email address in the directory isn’t valid.'

/** The check runs when the notification is sent, because the recipient or channel might have changed since it was queued. */
function suppressionReasonOf({ type, person_id, email, active, enabled, deleted_at }: OutgoingDelivery) {
  if (!enabled || deleted_at) return 'The channel was switched off.'
  if (type !== 'mail') return undefined
  if (person_id === null || !active) return 'This person is disabled in the directory.'
  if (email === null) return 'This person has no email address in the directory.'
  if (!/^[^\s\p{Cc}<>()[\]\\,;:"@]{1,64}@[^\s\p{Cc}<>()[\]\\,;:"@]{1,255}$/u.test(email)) return invalidAddress
  return undefined
}

function concernsChannel(type: ChannelType, { code, status }: ExternalError): boolean {
  if (type === 'mail') return code !== 'recipient'
  return status === undefined || status >= 500 || [401, 403, 404, 408, 410, 425, 429].includes(status)
}
