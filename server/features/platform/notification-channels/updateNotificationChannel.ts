import { sql } from 'kysely'
import type { Static } from 'typebox'
import { updateRow } from '../../../db/rows.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { encrypt } from '../../../notifications/delivery/encryption.ts'
import { maskUrl, requireAddress, requireScope } from './checkChannel.ts'
import { auditedFields, lockChannel } from './queries.ts'
import { requireCan } from './requireCan.ts'
import { Channel, ChannelChange, ChannelId } from './schemas.ts'

const isSwitch = (change: Static<typeof ChannelChange>) => change.enabled !== undefined && Object.keys(change).length === 1

export const updateNotificationChannel = operation({
  id: 'updateNotificationChannel',
  method: 'PATCH',
  path: '/admin/notification-channels/{id}',
  tag: 'notification-channels',
  summary: 'Update a notification channel, or switch it on or off',
  description:
    'If you switch a channel off, its queued messages aren’t sent; you can resend them from the delivery log. Changes other than switching it on or off need a step-up sign-in.',
  access: 'admin',
  stepUp: ({ body }) => (isSwitch(body) ? undefined : 'always'),
  params: ChannelId,
  body: ChannelChange,
  responses: { 200: Channel },
  errors: ['notFound', 'nameTaken', 'wrongState', 'versionMismatch'],
  prepare: async ({ clients, body }) => (body.url === undefined ? undefined : requireAddress(clients, body.url)),
  async handler(call) {
    const { db, params, body, config, ifMatch, audit, changed } = call
    const subject = { kind: 'channel', id: params.id }
    audit({ subject })
    const before = await lockChannel(call, params.id)
    ifMatch(before.version)
    const { enabled, name, url, topics, towerId, familyId, accountId } = body
    requireCan(before.can, isSwitch(body) ? 'enable' : 'update')
    const scope = {
      tower_id: towerId === undefined ? (before.tower?.id ?? null) : towerId,
      family_id: familyId === undefined ? (before.family?.id ?? null) : familyId,
      account_id: accountId === undefined ? (before.account?.id ?? null) : accountId,
    }
    await requireScope(db, { towerId: scope.tower_id, familyId: scope.family_id, accountId: scope.account_id })
    // A changed channel is tried immediately, so that its administrator sees whether it works.
    const fresh = { failures: 0, failing_since: null, paused_until: null, last_problem: null }
    await updateRow(db, 'notification_channels', params.id, {
      ...(name === undefined ? {} : { name: normalizeName(name) }),
      ...(url === undefined ? {} : { url_sealed: encrypt(url, config.keySecret), address: maskUrl(before.type, url), ...fresh }),
      ...(enabled === undefined ? {} : { enabled, disabled_reason: null, ...fresh }),
      ...(topics === undefined ? {} : { topics }),
      ...scope,
      version: sql`version + 1`,
    })
    const after = await lockChannel(call, params.id)
    audit({ subject, before: auditedFields(before), after: auditedFields(after) })
    await changed('channel', params.id)
    return after
  },
})
