import { sql } from 'kysely'
import { Type } from 'typebox'
import { updateRow } from '../../../db/rows.ts'
import { operation } from '../../../http/operation.ts'
import { auditedFields, lockChannel } from './queries.ts'
import { requireCan } from './requireCan.ts'
import { ChannelId } from './schemas.ts'

export const deleteNotificationChannel = operation({
  id: 'deleteNotificationChannel',
  method: 'DELETE',
  path: '/admin/notification-channels/{id}',
  tag: 'notification-channels',
  summary: 'Delete a notification channel with its URL and secrets',
  description: 'Sent messages stay in the delivery log.',
  access: 'admin',
  params: ChannelId,
  responses: { 204: Type.Null() },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler(call) {
    const { db, params, now, ifMatch, audit, changed } = call
    const subject = { kind: 'channel', id: params.id }
    audit({ subject })
    const before = await lockChannel(call, params.id)
    ifMatch(before.version)
    requireCan(before.can, 'delete')
    const clearedSecrets = { url_sealed: null, secret_sealed: null, old_secret_sealed: null, old_secret_until: null }
    await updateRow(db, 'notification_channels', params.id, {
      deleted_at: now(),
      enabled: false,
      ...clearedSecrets,
      version: sql`version + 1`,
    })
    audit({ subject, before: auditedFields(before) })
    await changed('channel', params.id)
    return null
  },
})
