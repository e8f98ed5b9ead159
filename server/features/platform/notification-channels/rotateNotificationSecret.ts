import { sql } from 'kysely'
import { updateRow } from '../../../db/rows.ts'
import { operation, reply } from '../../../http/operation.ts'
import { encrypt } from '../../../notifications/delivery/encryption.ts'
import { mintSecret } from '../../../notifications/delivery/signature.ts'
import { lockChannel } from './queries.ts'
import { requireCan } from './requireCan.ts'
import { ChannelId, CreatedChannel, overlapHours } from './schemas.ts'

export const rotateNotificationSecret = operation({
  id: 'rotateNotificationSecret',
  method: 'POST',
  path: '/admin/notification-channels/{id}/rotate',
  tag: 'notification-channels',
  summary: 'Replace the signing secret of a webhook',
  description: `For ${overlapHours} hours, messages are signed with both the new and the previous secret. Older secrets stop working immediately.`,
  access: 'admin',
  stepUp: 'always',
  params: ChannelId,
  responses: { 200: CreatedChannel },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  shownOnceMessage: 'The secret was already replaced and can’t be shown again. If you don’t have it, replace the secret again.',
  async handler(call) {
    const { db, params, config, now, ifMatch, audit, changed } = call
    const subject = { kind: 'channel', id: params.id }
    audit({ subject })
    const before = await lockChannel(call, params.id)
    ifMatch(before.version)
    requireCan(before.can, 'rotate')
    const secret = mintSecret()
    await updateRow(db, 'notification_channels', params.id, {
      old_secret_sealed: sql`secret_sealed`,
      old_secret_until: new Date(now().getTime() + overlapHours * 3_600_000),
      secret_sealed: encrypt(secret, config.keySecret),
      version: sql`version + 1`,
    })
    const after = await lockChannel(call, params.id)
    audit({ subject, before: { oldSecretUntil: before.oldSecretUntil }, after: { oldSecretUntil: after.oldSecretUntil } })
    await changed('channel', params.id)
    return reply(200, { ...after, secret }, { 'cache-control': 'no-store' })
  },
})
