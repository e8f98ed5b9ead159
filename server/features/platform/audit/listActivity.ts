import { Type } from 'typebox'
import type { Db } from '../../../db/database.ts'
import { findPage, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { subjectsWithActivity } from '../../../subjects.ts'
import { canSeeSubjectActivity, eventsOf } from './activity.ts'
import { activityList } from './list.ts'
import { loadEvents } from './queries.ts'
import { AuditEvent } from './schemas.ts'

const { id, at, operation: call, outcome, reason, requestId } = AuditEvent.properties

const SubjectWithActivityId = Type.String({
  pattern: '^([0-9a-fA-F-]{36}|[A-Za-z]{1,40})$',
  description: 'ID of the subject, or name of a queue.',
})

export const listActivity = operation({
  id: 'listActivity',
  method: 'GET',
  path: '/audit/activity',
  tag: 'audit',
  summary: 'List changes and denied calls on one subject, newest first',
  description: 'Visible to people who can see the subject. `listAccountActivity` also lists the steps of an account’s runs.',
  access: 'owner',
  query: Type.Object(
    { kind: Type.Enum(subjectsWithActivity.map(({ kind }) => kind)), id: SubjectWithActivityId, ...ListQuery.properties },
    { additionalProperties: false },
  ),
  responses: {
    200: Page(
      Type.Object({
        id,
        at,
        operation: call,
        outcome,
        reason,
        requestId,
        actor: Type.Pick(AuditEvent.properties.actor, ['id', 'displayName']),
        changed: Type.Boolean({ description: '`getActivityEvent` returns the values before and after.' }),
      }),
    ),
  },
  errors: ['notFound', 'invalidFilter'],
  async handler({ db, actor, query: { kind, id, ...query }, allow, audit }) {
    audit({ subject: { kind, id } })
    allow(await canSeeSubjectActivity(db, actor, { kind, id }))
    const { ids, ...page } = await findPage(db, activityList, query, eventsOf({ kind, id }))
    const [events, changingIds] = await Promise.all([loadEvents(db, ids), loadChangingIds(db, ids)])
    return {
      ...page,
      items: events.map(({ id, at, operation, outcome, reason, requestId, subject, actor: { id: person, displayName } }) => ({
        ...{ id, at, operation, outcome, reason, requestId },
        actor: { id: person, displayName },
        changed: changingIds.has(id) && subjectsWithActivity.some(({ kind }) => kind === subject?.kind),
      })),
    }
  },
})

async function loadChangingIds(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('audit_events')
    .select('id')
    .where('id', 'in', ids)
    .where((expression) => expression.or([expression('before', 'is not', null), expression('after', 'is not', null)]))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
