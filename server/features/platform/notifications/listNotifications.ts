import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Timestamp, Uuid } from '../../../people/schemas.ts'

export const listNotifications = operation({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  tag: 'notifications',
  summary: 'List your latest 50 notifications',
  access: 'signedIn',
  responses: {
    200: Type.Object({
      unread: Type.Integer(),
      items: Type.Array(
        Type.Object({
          id: Uuid,
          kind: Type.String(),
          subjectKind: Type.String(),
          subjectId: Uuid,
          title: Type.String(),
          body: Type.String(),
          at: Timestamp,
          read: Type.Boolean(),
        }),
      ),
    }),
  },
  async handler({ db, actor }) {
    const [rows, unreadCount] = await Promise.all([
      db
        .selectFrom('notifications')
        .selectAll()
        .where('person_id', '=', actor.id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(50)
        .execute(),
      db
        .selectFrom('notifications')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('person_id', '=', actor.id)
        .where('read_at', 'is', null)
        .executeTakeFirstOrThrow(),
    ])
    return {
      unread: unreadCount.count,
      items: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        subjectKind: row.subject_kind,
        subjectId: row.subject_id,
        title: row.title,
        body: row.body,
        at: row.created_at.toISOString(),
        read: row.read_at !== null,
      })),
    }
  },
})
