import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Decision } from '../../../approvals/decide.ts'
import { operation } from '../../../http/operation.ts'
import { maxListedNotifications } from '../../../notifications/schemas.ts'
import { Timestamp, Uuid } from '../../../people/schemas.ts'

/**
 * A request for a decision needs no attention after the approval has closed or left that stage, after the person or their delegate has
 * voted, or after the reassignment has ended.
 */
const isDecided = sql<boolean>`(notifications.subject_kind = 'approval'
  and notifications.kind in ('decisionNeeded', 'decisionReminder', 'decisionRequesterReminder', 'substituteRequested', 'decisionReassigned')
  and exists (
    select from approvals a
    left join approval_reassignments r on notifications.kind = 'decisionReassigned' and r.approval_id = a.id
      and (notifications.dedupe_key = 'reassigned:' || r.id or notifications.dedupe_key = 'undone:' || r.id and notifications.person_id = r.person_id)
    where a.id = notifications.subject_id and (notifications.kind <> 'decisionReassigned' or r.id is not null) and (
      a.status <> 'pending'
      or case notifications.kind
        when 'decisionReassigned' then r.stage < a.stage or r.ended_at is not null and notifications.person_id = r.receiver_id
        when 'decisionRequesterReminder' then
          notifications.created_at < (select s.opened_at from approval_stages s where s.approval_id = a.id and s.stage = a.stage)
        else split_part(notifications.dedupe_key, ':', 3)::int < a.stage
      end
      or exists (
        select from approval_decisions d where d.approval_id = a.id and d.stage = a.stage
          and (notifications.person_id in (d.approver_id, d.on_behalf_of) or r.person_id = d.approver_id)))))`

const ownVote = (personId: string) => sql<Decision | null>`(
  select d.decision from approval_decisions d
  where d.approval_id = notifications.subject_id and d.approver_id = ${personId} and d.decided_at >= notifications.created_at
  order by d.decided_at limit 1)`

export const decidedTexts: Record<Decision | 'other', string> = {
  approve: 'You approved this.',
  reject: 'You rejected this.',
  requestChanges: 'You requested changes.',
  other: 'This request no longer waits for your decision.',
}

export const listNotifications = operation({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  tag: 'notifications',
  summary: `List your latest ${maxListedNotifications} notifications`,
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
        .select([isDecided.as('isDecided'), ownVote(actor.id).as('ownVote')])
        .where('person_id', '=', actor.id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxListedNotifications)
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
        body: row.isDecided ? decidedTexts[row.ownVote ?? 'other'] : row.body,
        at: row.created_at.toISOString(),
        read: row.read_at !== null || row.isDecided,
      })),
    }
  },
})
