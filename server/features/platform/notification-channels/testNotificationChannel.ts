import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { operation } from '../../../http/operation.ts'
import { dueImmediately } from '../../../notifications/outbox.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { lockChannel } from './queries.ts'
import { requireCan } from './requireCan.ts'
import { ChannelId } from './schemas.ts'

export const testTitle = (channel: string) => `Test of ${channel}`

export const testNotificationChannel = operation({
  id: 'testNotificationChannel',
  method: 'POST',
  path: '/admin/notification-channels/{id}/test',
  tag: 'notification-channels',
  summary: 'Send a test message through a channel; an email channel sends it to you',
  description: 'The message is delivered like any other. The delivery log has the result.',
  access: 'admin',
  params: ChannelId,
  responses: { 202: Type.Object({ deliveryId: Type.String() }) },
  errors: ['notFound', 'wrongState'],
  perMinute: 20,
  async handler(call) {
    const { db, actor, params, now, audit } = call
    const subject = { kind: 'channel', id: params.id }
    audit({ subject })
    const channel = await lockChannel(call, params.id)
    requireCan(channel.can, 'test')
    const id = uuidv7()
    await db
      .insertInto('deliveries')
      .values({
        id,
        channel_id: channel.id,
        person_id: channel.type === 'mail' ? actor.id : null,
        kind: 'test',
        subject_kind: 'channel',
        // The test has a new subject ID, so that it doesn't wait for earlier messages.
        subject_id: uuidv7(),
        title: testTitle(channel.name),
        body: `${actor.displayName} sent a test message. Slipway can deliver messages here.`,
        dedupe_key: `test:${id}`,
        urgent: true,
        next_attempt_at: dueImmediately,
        created_at: now(),
      })
      .execute()
    // The test is sent even while the channel is paused after a failure.
    await db.updateTable('notification_channels').set({ paused_until: null }).where('id', '=', channel.id).execute()
    audit({ subject, after: { deliveryId: id } })
    await publishChange(db, { kind: 'outbox', id, people: [] })
    return { deliveryId: id }
  },
})
