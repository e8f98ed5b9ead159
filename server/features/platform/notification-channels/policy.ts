import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { ChannelType, DeliveryStatus } from '../../../db/tables.ts'

export const adminsOnly: Verdict = 'Only administrators can change notification channels.'

export const switchedOff: Verdict = 'This channel is switched off. Switch it on first.'

export function channelsCan(actor: Person): { create: Verdict } {
  return { create: actor.admin || adminsOnly }
}

export function channelCan(
  actor: Person,
  { type, enabled, isSetUp }: { type: ChannelType; enabled: boolean; isSetUp: boolean },
): Record<'update' | 'delete' | 'rotate' | 'test' | 'enable', Verdict> {
  if (!actor.admin) return { update: adminsOnly, delete: adminsOnly, rotate: adminsOnly, test: adminsOnly, enable: adminsOnly }
  const mail = type === 'mail'
  const setUp: Verdict = isSetUp || 'No mail server is configured. Set SLIPWAY_SMTP_URL.'
  return {
    update: mail ? 'The mail server is set in the configuration.' : true,
    delete: mail ? 'You can’t delete the email channel. Switch it off instead.' : true,
    rotate: type === 'webhook' || 'Only webhooks have a signing secret.',
    test: setUp !== true ? setUp : enabled || switchedOff,
    enable: setUp,
  }
}

export function deliveryCan(actor: Person, { status, digested }: { status: DeliveryStatus; digested: boolean }): { redeliver: Verdict } {
  if (!actor.admin) return { redeliver: 'Only administrators can resend messages.' }
  if (digested) return { redeliver: 'This message was part of a summary. Resend the summary.' }
  return { redeliver: status === 'waiting' ? 'This message is still queued.' : true }
}
