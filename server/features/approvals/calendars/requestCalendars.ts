import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export async function requestCalendars(db: Db, stages: { approval_id: string; stage: number }[], now: Date): Promise<void> {
  if (stages.length === 0) return
  await sql`insert into calendars (person_id, requested_at, due_at)
    select distinct x.person_id, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${stages.map(({ approval_id }) => approval_id)}::uuid[], ${stages.map(({ stage }) => stage)}::int[]) t (approval_id, stage)
    cross join lateral (
      select sa.person_id from stage_approvers sa where sa.approval_id = t.approval_id and sa.stage = t.stage
      union all
      select r.person_id from approval_stages s join approvals a on a.id = s.approval_id
      cross join lateral rule_people(s.alternates, a.tower_id, a.family_id, a.catalogue_item_ids, a.requester_id, a.account_id, a.sandbox_id) r
      where s.approval_id = t.approval_id and s.stage = t.stage and s.alternates is not null and s.escalated_at is null
        and s.escalate_at <= ${now}::timestamptz + interval '2 hours'
    ) x
    order by x.person_id
    on conflict (person_id) do update set requested_at = excluded.requested_at`.execute(db)
}

/** Policies name few people, so the limit is sufficient. */
export async function requestNamedCalendars(db: Db, now: Date, limit = 200): Promise<void> {
  await sql`insert into calendars (person_id, requested_at, due_at)
    select distinct p.id, ${now}::timestamptz, ${now}::timestamptz
    from approval_policies y cross join lateral (
      select jsonb_path_query(y.stages, '$.**.personId') union select jsonb_path_query(y.stages, '$.**.personIds[*]')) named (id)
    join people p on p.id::text = named.id #>> '{}' and p.active
    where y.active order by p.id limit ${limit}
    on conflict (person_id) do update set requested_at = excluded.requested_at where calendars.requested_at < excluded.requested_at - interval '1 hour'`.execute(
    db,
  )
}
