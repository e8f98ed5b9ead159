import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Failure } from '../../../errors.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation, reply } from '../../../http/operation.ts'
import { encrypt } from '../../../notifications/delivery/encryption.ts'
import { mintSecret } from '../../../notifications/delivery/signature.ts'
import { maskUrl, requireAddress, requireScope } from './checkChannel.ts'
import { auditedFields, lockChannel } from './queries.ts'
import { CreatedChannel, maxChannels, NewChannel } from './schemas.ts'

export const createNotificationChannel = operation({
  id: 'createNotificationChannel',
  method: 'POST',
  path: '/admin/notification-channels',
  tag: 'notification-channels',
  summary: 'Create a notification channel for a chat or webhook',
  description:
    'Slack and Teams channels use incoming webhooks. Other webhooks receive CloudEvents 1.0, signed according to Standard Webhooks 1.0; the signing secret is shown only once. Internal addresses are rejected unless the configuration allows them. Needs a step-up sign-in.',
  access: 'admin',
  stepUp: 'always',
  body: NewChannel,
  responses: { 201: CreatedChannel },
  errors: ['nameTaken', 'conflict'],
  shownOnceMessage:
    'This channel was already created, and its signing secret can’t be shown again. If you don’t have the secret, replace it with a new one.',
  // This check doesn't make an external call, because the client has the list of internal addresses.
  prepare: async ({ clients, body }) => requireAddress(clients, body.url),
  async handler(call) {
    const { db, actor, body, config, now, audit, changed } = call
    await requireScope(db, body)
    await sql`lock table notification_channels in share row exclusive mode`.execute(db)
    const liveChannels = await db.selectFrom('notification_channels').select('id').where('deleted_at', 'is', null).execute()
    if (liveChannels.length >= maxChannels)
      throw new Failure('conflict', `There are already ${maxChannels} channels, which is the limit. Delete one first.`)
    const id = uuidv7()
    const secret = body.type === 'webhook' ? mintSecret() : null
    await db
      .insertInto('notification_channels')
      .values({
        id,
        type: body.type,
        name: normalizeName(body.name),
        url_sealed: encrypt(body.url, config.keySecret),
        address: maskUrl(body.type, body.url),
        secret_sealed: secret === null ? null : encrypt(secret, config.keySecret),
        topics: body.topics,
        tower_id: body.towerId ?? null,
        family_id: body.familyId ?? null,
        account_id: body.accountId ?? null,
        created_by: actor.id,
        created_at: now(),
      })
      .execute()
    const after = await lockChannel(call, id)
    audit({ subject: { kind: 'channel', id }, after: auditedFields(after) })
    await changed('channel', id)
    return reply(201, { ...after, secret }, { 'cache-control': 'no-store' })
  },
})
