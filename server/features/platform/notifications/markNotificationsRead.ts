import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { maxListedNotifications } from '../../../notifications/schemas.ts'
import { Uuid } from '../../../people/schemas.ts'

export const markNotificationsRead = operation({
  id: 'markNotificationsRead',
  method: 'POST',
  path: '/notifications/read',
  tag: 'notifications',
  summary: 'Mark your notifications as read',
  description: 'Marks all of your notifications, or only the ones in `ids`. IDs of other people’s notifications change nothing.',
  access: 'signedIn',
  body: Type.Object(
    { ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: maxListedNotifications, uniqueItems: true })) },
    { additionalProperties: false },
  ),
  responses: { 200: Type.Object({ marked: Type.Integer() }) },
  async handler({ db, actor, body: { ids }, now, audit, changed }) {
    const rows = await db
      .updateTable('notifications')
      .set({ read_at: now() })
      .where('person_id', '=', actor.id)
      .where('read_at', 'is', null)
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
      .returning('id')
      .execute()
    if (rows.length > 0) await changed('notification', actor.id, [actor.id])
    audit({ subject: { kind: 'person', id: actor.id }, after: { notificationsRead: rows.length } })
    return { marked: rows.length }
  },
})
