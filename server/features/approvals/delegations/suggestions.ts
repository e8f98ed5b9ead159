import { sql } from 'kysely'
import { isAbsentByCalendar } from '../../../approvals/absence.ts'
import type { Db } from '../../../db/database.ts'
import { type PersonRef, person } from '../../../people/queries.ts'

const maxSuggestions = 3

export const formerDelegate = 'was your delegate before'

/**
 * Suggests earlier delegates, people with the same responsibilities, and the manager. People who are absent in the period are excluded, and
 * so are other user accounts of the absent person.
 */
export async function suggestDelegates(
  db: Db,
  personId: string,
  until: Date | null,
  now: Date,
): Promise<{ person: PersonRef; reason: string }[]> {
  const { rows } = await sql<{ person: PersonRef; reason: string }>`
    with named as (
      select d.delegate_id as id, 4 as points, ${formerDelegate}::text as reason from delegations d where d.person_id = ${personId} and d.status = 'ended'
      union all select o.person_id, 2, 'owns the family ' || f.name || ' with you' from family_owners mine
        join family_owners o on o.family_id = mine.family_id join families f on f.id = o.family_id and f.deleted_at is null where mine.person_id = ${personId}
      union all select l.person_id, 2, 'leads the tower ' || t.name || ' with you' from tower_leads mine
        join tower_leads l on l.tower_id = mine.tower_id join towers t on t.id = l.tower_id where mine.person_id = ${personId}
      union all select p.manager_id, 1, 'manages you' from people p where p.id = ${personId} and p.manager_id is not null
    )
    select ${person(sql`n.id`)} as person, (array_agg(n.reason order by n.points desc, n.reason))[1] as reason
    from (select distinct id, points, reason from named) n
    join people x on x.id = n.id and x.active
    join people me on me.id = ${personId}
    where identity_key(x) <> identity_key(me) and not ${isAbsentByCalendar(sql`x.id`, now)} and not exists (
      select from delegations d where d.person_id = x.id and d.status <> 'ended'
        and tstzrange(d.starts_at, d.ends_at) && tstzrange(${now}::timestamptz, ${until}::timestamptz))
    group by n.id, x.display_name order by sum(n.points) desc, x.display_name, n.id limit ${maxSuggestions}`.execute(db)
  return rows
}
