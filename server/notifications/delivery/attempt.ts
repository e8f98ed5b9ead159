import { OutsideError } from '../../clients/outsideError.ts'
import type { ChannelType } from '../../db/tables.ts'
import { readSettings } from '../settings.ts'
import type { DeliveryContext } from './delivering.ts'
import { type Outgoing, readOutgoing } from './outgoing.ts'
import { quietUntil } from './quietHours.ts'
import { recordFailure, recordSent, recordSuppressed } from './record.ts'
import { send } from './send.ts'

export type Outcome = 'sent' | 'failed' | 'channelFailed' | 'suppressed' | 'held' | 'gone'

export async function attempt(context: DeliveryContext, id: string): Promise<Outcome> {
  const outgoing = await readOutgoing(context.db, id)
  if (!outgoing) return 'gone'
  const suppressionReason = suppressedBecause(outgoing)
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
  const answer = await send(context, outgoing).catch((error: unknown) => asFailure(context, id, error))
  if (typeof answer === 'string') {
    await recordSent(context, outgoing, answer)
    return 'sent'
  }
  const ofChannel = concernsChannel(outgoing.type, answer)
  await recordFailure(context, outgoing, answer, ofChannel)
  return ofChannel ? 'channelFailed' : 'failed'
}

async function quietUntilTime({ db, now }: DeliveryContext, { type, person_id, urgent }: Outgoing): Promise<Date | undefined> {
  if (type !== 'mail' || urgent || person_id === null) return undefined
  return quietUntil((await readSettings(db, [person_id]))(person_id), now())
}

/** An error in one notification must not block the others. */
function asFailure({ log }: DeliveryContext, id: string, error: unknown): OutsideError {
  if (error instanceof OutsideError) return error
  log.warn({ delivery: id, err: error }, 'couldn’t create a notification message')
  return new OutsideError({
    service: 'Slipway',
    code: 'recipient',
    message: 'Slipway couldn’t create this message.',
    status: 400,
    retryable: true,
  })
}

/** This is checked when the notification is sent, because the recipient or channel can have changed since it was queued. */
function suppressedBecause({ type, person_id, email, active, enabled, deleted_at }: Outgoing) {
  if (!enabled || deleted_at) return 'The channel was switched off.'
  if (type !== 'mail') return undefined
  if (person_id === null || !active) return 'This person is disabled in the directory.'
  if (email === null) return 'This person has no email address in the directory.'
  if (!/^[^\s\p{Cc}<>()[\]\\,;:"@]{1,64}@[^\s\p{Cc}<>()[\]\\,;:"@]{1,255}$/u.test(email))
    return 'This person’s email address in the directory isn’t valid.'
  return undefined
}

function concernsChannel(type: ChannelType, { code, status }: OutsideError): boolean {
  if (type === 'mail') return code !== 'recipient'
  return status === undefined || status >= 500 || [401, 403, 404, 408, 410, 425, 429].includes(status)
}
