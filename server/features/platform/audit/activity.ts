import { type RawBuilder, sql } from 'kysely'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { canSeeActivity } from '../../../auth/canSeeActivity.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import type { Activity, Subject } from '../../../subjects/subject.ts'
import { subjectsWithActivity } from '../../../subjects.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const notFoundMessage = 'This item doesn’t exist or was deleted.'

/** @throws notFound for an unknown subject */
export async function canSeeSubjectActivity(db: Db, actor: Person, { kind, id }: { kind: string; id: string }): Promise<Verdict> {
  const subject: (Subject & { activity: Activity }) | undefined = subjectsWithActivity.find((each) => each.kind === kind)
  if (!subject || !(subject.namePattern ?? uuid).test(id)) throw new Failure('notFound', notFoundMessage)
  const { table, own } = subject.activity
  const { rows } = await sql<{ own: boolean }>`select ${own(actor.id)} as own from ${table} s where s.id = ${id} limit 1`.execute(db)
  const [row] = rows
  if (!row) throw new Failure('notFound', notFoundMessage)
  return canSeeActivity(actor, subject, row.own)
}

/**
 * Condition on `audit_events e` for the activity of a subject. The activity of a policy includes the decisions on its versions; the
 * activity of a run includes its actions.
 */
export function eventsOf({ kind, id }: { kind: string; id: string }): RawBuilder<boolean> {
  if (kind === 'workRun') return eventsOfRun(id.toLowerCase())
  if (kind !== 'approvalPolicy')
    return sql<boolean>`e.subject_kind = ${kind} and e.subject_id = ${kind === 'queue' ? id : id.toLowerCase()}`
  return sql<boolean>`e.subject_kind in ('approvalPolicy', 'policyChange')
    and e.subject_id = any (array(select p.change_id::text from approval_policies p where p.id = ${id}) || ${id.toLowerCase()}::text)`
}

/**
 * Selects events about the run, events that the run caused, and actions of administrators on the run, which are recorded on the subject of
 * the run.
 */
const eventsOfRun = (id: string) => sql<boolean>`e.id = any (array(
  select o.id from audit_events o where o.subject_id = ${id} and o.subject_kind = 'workRun'
  union all
  select o.id from audit_events o where o.request_id = ${id}
  union all
  select o.id from work_runs r join audit_events o on o.subject_id = r.subject_id::text and o.subject_kind = r.subject_kind
  where r.id = ${id} and o.after ->> 'run' = ${id}))`
