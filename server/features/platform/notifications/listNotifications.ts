import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Timestamp, Uuid } from '../../../people/schemas.ts'

/** A request for a decision needs no attention after the approval has closed, the person has voted, or the approval has left that stage. */
const isDecided = sql<boolean>`(kind in ('decisionNeeded', 'decisionReminder', 'decisionRequesterReminder')
  and exists (
    select from approvals a where a.id = notifications.subject_id and (a.status <> 'pending'
      or dedupe_key like 'decide:%' and split_part(dedupe_key, ':', 3)::int < a.stage
      or exists (
        select from approval_decisions d where d.approval_id = a.id and d.approver_id = notifications.person_id and d.stage = a.stage))))`

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
        .select(isDecided.as('isDecided'))
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
        .where(sql<boolean>`not ${isDecided}`)
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
        body: row.isDecided ? 'Your decision is no longer needed.' : row.body,
        at: row.created_at.toISOString(),
        read: row.read_at !== null || row.isDecided,
      })),
    }
  },
})
