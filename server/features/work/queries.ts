import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../access/actor.ts'
import type { Db } from '../../db/database.ts'
import { workCan } from './policy.ts'
import type { WorkRun } from './schemas.ts'

/** What a run is about, whatever kind of thing that is. */
const about = sql<Static<typeof WorkRun>['about'] | null>`(
  select jsonb_build_object('name', x.name, 'reference', x.reference, 'person', p.display_name, 'accountId', x.account_id)
  from (
    select r.name, r.reference, r.requester_id as person_id, r.account_id
    from account_requests r where work_runs.subject_kind = 'accountRequest' and r.id = work_runs.subject_id
    union all
    select a.name, u.reference, u.requester_id, u.account_id
    from account_updates u join accounts a on a.id = u.account_id
    where work_runs.subject_kind = 'accountUpdate' and u.id = work_runs.subject_id
    union all
    select g.name, r.reference, r.requester_id, g.account_id
    from access_requests r join access_groups g on g.id = r.group_id
    where work_runs.subject_kind in ('accessRequest', 'sandboxAccessRequest') and r.id = work_runs.subject_id
    union all
    select g.name, null, case when work_runs.kind <> 'revokeTogether' then s.person_id end, g.account_id
    from group_assignments s join access_groups g on g.id = s.group_id
    where work_runs.subject_kind = 'groupAssignment' and s.id = work_runs.subject_id
    union all
    select t.role_name || ' in ' || a.name, null, t.person_id, t.account_id
    from pim_orders o join pim_activations t on t.id = o.activation_id join accounts a on a.id = t.account_id
    where work_runs.subject_kind = 'pimOrder' and o.id = work_runs.subject_id
    union all
    select g.name, null, g.created_by, g.account_id
    from access_groups g where work_runs.subject_kind = 'accessGroup' and g.id = work_runs.subject_id
    union all
    select a.name, e.reference, e.person_id, e.account_id
    from emergency_accesses e join accounts a on a.id = e.account_id
    where work_runs.subject_kind = 'emergencyAccess' and e.id = work_runs.subject_id
    union all
    select r.name, r.reference, r.created_by, null
    from access_reviews r where work_runs.subject_kind = 'accessReview' and r.id = work_runs.subject_id
    union all
    select s.name, q.reference, s.requester_id, null
    from sandbox_actions a join sandboxes s on s.id = a.sandbox_id join sandbox_requests q on q.id = s.request_id
    where work_runs.subject_kind = 'sandboxAction' and a.id = work_runs.subject_id
  ) x left join people p on p.id = x.person_id)`

/** Runs with their steps, in two queries. */
export async function readRuns(db: Db, actor: Person, where: RawBuilder<boolean>, limit = 100): Promise<Static<typeof WorkRun>[]> {
  const runs = await db
    .selectFrom('work_runs')
    .selectAll()
    .select(about.as('about'))
    .where(where)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (runs.length === 0) return []
  const steps = await db
    .selectFrom('work_steps')
    .selectAll()
    .where(
      'run_id',
      'in',
      runs.map((run) => run.id),
    )
    .orderBy('position')
    .execute()
  const time = (date: Date | null) => date?.toISOString() ?? null
  return runs.map((run) => ({
    id: run.id,
    kind: run.kind,
    about: run.about ?? { name: 'Something that is no longer there', reference: null, person: null, accountId: null },
    subjectKind: run.subject_kind,
    subjectId: run.subject_id,
    status: run.status,
    steps: steps
      .filter((step) => step.run_id === run.id)
      .map((step) => ({
        name: step.name,
        title: step.title,
        status: step.status,
        attempts: step.attempts,
        startedAt: time(step.started_at),
        endedAt: time(step.ended_at),
        nextAttemptAt: time(step.next_attempt_at),
        note: step.note,
        error: step.error?.message ?? null,
        skipReason: step.skip_reason,
      })),
    createdAt: run.created_at.toISOString(),
    startedAt: time(run.started_at),
    endedAt: time(run.ended_at),
    updatedAt: run.updated_at.toISOString(),
    can: workCan(actor, run),
  }))
}

/** The latest run for a subject: undoing what an earlier one did is a run of its own. */
export async function runOfSubject(db: Db, actor: Person, subjectKind: string, subjectId: string): Promise<Static<typeof WorkRun> | null> {
  const latest = sql<boolean>`id = (select r.id from work_runs r where r.subject_kind = ${subjectKind} and r.subject_id = ${subjectId} order by r.created_at desc limit 1)`
  return (await readRuns(db, actor, latest))[0] ?? null
}
