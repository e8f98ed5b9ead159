import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { subjectsWithActivity } from '../../../subjects.ts'
import { canSeeSubjectActivity } from './activity.ts'
import { contentNames } from './contentNames.ts'
import { AuditEventDetail, AuditEventId } from './schemas.ts'

const { id, before, after, names } = AuditEventDetail.properties

export const getActivityEvent = operation({
  id: 'getActivityEvent',
  method: 'GET',
  path: '/audit/activity/{id}',
  tag: 'audit',
  summary: 'Get an activity event with the values before and after',
  description: 'Visible to people who can see the activity of the event’s subject. Only administrators and auditors can see other events.',
  access: 'owner',
  params: AuditEventId,
  responses: { 200: Type.Object({ id, before, after, names }) },
  errors: ['notFound'],
  async handler({ db, actor, params, allow, audit }) {
    const event = await db
      .selectFrom('audit_events')
      .select(['id', 'subject_kind', 'subject_id', 'before', 'after'])
      .where('id', '=', params.id)
      .executeTakeFirst()
    if (!event?.subject_kind || !event.subject_id || !subjectsWithActivity.some(({ kind }) => kind === event.subject_kind))
      throw new Failure('notFound', notFoundMessage)
    const subject = { kind: event.subject_kind, id: event.subject_id }
    audit({ subject })
    allow(await canSeeSubjectActivity(db, actor, subject))
    const { id, before, after } = event
    return { id, before, after, names: await contentNames(db, before, after) }
  },
})

const notFoundMessage = 'This event doesn’t exist, or its subject has no activity.'
