import { sql } from 'kysely'
import { isAbsentByCalendar } from '../../../approvals/absence.ts'
import type { Db } from '../../../db/database.ts'
import { type PersonRef, person } from '../../../people/queries.ts'

const max = 5
const maxScanned = 300

export const substituteReasons = {
  familyOwner: 'owns the family',
  towerLead: 'leads the tower',
  accountOwner: 'owns the account',
}

/**
 * Suggests substitutes, best first: recent approvers of the same kind of stage, people responsible for the family, tower or account, and
 * managers of the approvers. The requester, their other user accounts, the actor and absent people are excluded.
 */
export async function loadSubstituteCandidates(db: Db, approvalId: string, stage: number, actorId: string, now: Date) {
  const { rows } = await sql<{ person: PersonRef; reasons: string[] }>`
    with a as (select a.*, s.name as stage_name from approvals a join approval_stages s on s.approval_id = a.id and s.stage = ${stage} where a.id = ${approvalId}),
    lately as (
      select r.id, r.tower_id is not distinct from a.tower_id as here from a join approvals r on r.subject_kind = a.subject_kind and r.opened_at > ${now}::timestamptz - interval '180 days'
        and r.policy_id = a.policy_id order by r.opened_at desc limit ${maxScanned}
    ),
    approvers as (select sa.person_id from stage_approvers sa where sa.approval_id = ${approvalId} and sa.stage = ${stage}),
    named as (
      select d.approver_id as id, case when l.here then 3 else 0.5 end + least(count(*), 20) / 40.0 as points,
        'decided on ' || count(*) || case when count(*) = 1 then ' request' else ' requests' end || ' like it '
          || case when l.here then 'in this tower' else 'elsewhere' end || ' in half a year' as reason
      from a, lately l join approval_decisions d on d.approval_id = l.id
      join approval_stages s on s.approval_id = d.approval_id and s.stage = d.stage
      where s.name = a.stage_name group by d.approver_id, l.here
      union all select o.person_id, 2, ${substituteReasons.familyOwner}::text from a join family_owners o on o.family_id = a.family_id
      union all select o.person_id, 2, ${substituteReasons.towerLead}::text from a join tower_leads o on o.tower_id = a.tower_id
      union all select o.person_id, 1.5, ${substituteReasons.accountOwner}::text from a join account_owners o on o.account_id = a.account_id
      union all select m.manager_id, 1, 'manages ' || m.display_name from people m where m.manager_id is not null and m.id in (
        select person_id from approvers
        union select o.person_id from a join family_owners o on o.family_id = a.family_id
        union select o.person_id from a join tower_leads o on o.tower_id = a.tower_id)
    )
    select ${person(sql`c.id`)} as person, array_agg(n.reason order by n.points desc, n.reason) as reasons
    from named n join people c on c.id = n.id and c.active
    join people q on q.id = (select requester_id from a)
    where identity_key(c) <> identity_key(q) and not same_identity(c.id, ${actorId}) and c.id not in (select person_id from approvers)
      and not exists (select from delegations w where w.person_id = c.id and w.status = 'live' and (w.ends_at is null or w.ends_at > ${now}))
      and not ${isAbsentByCalendar(sql`c.id`, now)}
    group by c.id order by sum(n.points) desc, c.display_name, c.id limit ${max}`.execute(db)
  return rows.map(({ person, reasons }) => ({ person, reasons: reasons.slice(0, 4) }))
}
