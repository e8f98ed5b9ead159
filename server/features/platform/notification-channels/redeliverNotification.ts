import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { dueImmediately } from '../../../notifications/outbox.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { loadDeliveries } from './queries.ts'
import { requireCan } from './requireCan.ts'
import { ChannelId, Delivery } from './schemas.ts'

export const redeliverNotification = operation({
  id: 'redeliverNotification',
  method: 'POST',
  path: '/admin/deliveries/{id}/redeliver',
  tag: 'notification-channels',
  summary: 'Resend a message from the delivery log',
  description: 'The message keeps its ID, so that receivers can detect a duplicate.',
  access: 'admin',
  params: ChannelId,
  responses: { 202: Delivery },
  errors: ['notFound', 'wrongState'],
  async handler({ db, actor, params, audit, changed }) {
    const subject = { kind: 'delivery', id: params.id }
    audit({ subject })
    await db.selectFrom('deliveries').select('id').where('id', '=', params.id).forUpdate().execute()
    const [before] = await loadDeliveries(db, actor, [params.id])
    if (!before) throw new Failure('notFound', 'This message doesn’t exist. Messages are kept for 90 days.')
    requireCan(before.can, 'redeliver')
    await db
      .updateTable('deliveries')
      // A failed message is sent immediately, without the delay of a new message.
      .set({ status: 'failed', next_attempt_at: dueImmediately, attempts: 0, sent_at: null, urgent: true, digest: false })
      .where('id', '=', params.id)
      .execute()
    const [after] = await loadDeliveries(db, actor, [params.id])
    audit({ subject, before: { status: before.status }, after: { status: after!.status } })
    await publishChange(db, { kind: 'outbox', id: params.id, people: [] })
    await changed('delivery', params.id)
    return after!
  },
})
