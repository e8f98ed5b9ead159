import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'

export const markNotificationsRead = operation({
  id: 'markNotificationsRead',
  method: 'POST',
  path: '/notifications/read',
  tag: 'notifications',
  summary: 'Mark your notifications as read',
  access: 'signedIn',
  responses: { 200: Type.Object({ marked: Type.Integer() }) },
  async handler({ db, actor, now, audit, changed }) {
    const rows = await db
      .updateTable('notifications')
      .set({ read_at: now() })
      .where('person_id', '=', actor.id)
      .where('read_at', 'is', null)
      .returning('id')
      .execute()
    if (rows.length > 0) await changed('notification', actor.id, [actor.id])
    audit({ subject: { kind: 'person', id: actor.id }, after: { notificationsRead: rows.length } })
    return { marked: rows.length }
  },
})
