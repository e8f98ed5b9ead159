import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { ChannelType, DeliveryStatus } from '../../../db/tables.ts'

const adminsOnly: Verdict = 'Only administrators look after notification channels.'

export function channelsCan(actor: Person): { create: Verdict } {
  return { create: actor.admin || adminsOnly }
}

/** What the actor may do with this channel. */
export function channelCan(
  actor: Person,
  { type, enabled, isSetUp }: { type: ChannelType; enabled: boolean; isSetUp: boolean },
): Record<'update' | 'delete' | 'rotate' | 'test' | 'enable', Verdict> {
  if (!actor.admin) return { update: adminsOnly, delete: adminsOnly, rotate: adminsOnly, test: adminsOnly, enable: adminsOnly }
  const mail = type === 'mail'
  const setUp: Verdict = isSetUp || 'No mail server is set up: SLIPWAY_SMTP_URL in the configuration says where one is.'
  return {
    update: mail ? 'Where mail goes out is set up in the configuration.' : true,
    delete: mail ? 'Mail is always there. Switch it off instead.' : true,
    rotate: type === 'webhook' || 'Only webhooks are signed.',
    test: setUp !== true ? setUp : enabled || 'It is switched off. Switch it on first.',
    enable: setUp,
  }
}

/** Whether a message may be sent once more. */
export function deliveryCan(actor: Person, { status, digested }: { status: DeliveryStatus; digested: boolean }): { redeliver: Verdict } {
  if (!actor.admin) return { redeliver: 'Only administrators send messages again.' }
  if (digested) return { redeliver: 'It went out with a summary. Send that again.' }
  return { redeliver: status === 'waiting' ? 'It has not been sent yet and leaves when its time comes.' : true }
}
