import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface PersonInDepartment {
  id: string
  active: boolean
  department: string | null
}

const peopleTable = (people: PersonInDepartment[]): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(people.map(({ id, active, department }) => ({ id, active, department })))})
    as placed(id uuid, active boolean, department text)`

/**
 * Locks the accounts of people who leave or move, then the people, both in the order of their IDs, before anything is written. Every change
 * of owners locks in this order, which prevents deadlocks.
 * @param everyone whether all people are listed, so that missing ones have left
 */
export async function lockForChange(db: Db, people: PersonInDepartment[], everyone: boolean): Promise<void> {
  await sql`
    with changed as (
      select p.id from ${peopleTable(people)} join people p on p.id = placed.id and p.active
      where not placed.active or placed.department <> p.department
      ${everyone ? sql`union select p.id from people p where p.active and p.id <> all (${people.map(({ id }) => id)}::uuid[])` : sql``}
    )
    select from accounts where id in (select o.account_id from changed join account_owners o on o.person_id = changed.id)
    order by id for update`.execute(db)
  await sql`select from people where id = any (${people.map(({ id }) => id)}::uuid[]) order by id for no key update`.execute(db)
}

/** Must run before the sync overwrites the old departments. */
export async function recordDepartmentTransfers(db: Db, people: PersonInDepartment[], now: Date): Promise<void> {
  await sql`
    insert into ownership_gaps (account_id, person_id, reason, former_department, opened_at)
    select o.account_id, p.id, 'moved', p.department, ${now}
    from ${peopleTable(people)}
    join people p on p.id = placed.id and p.active and placed.active
    join account_owners o on o.person_id = p.id
    join accounts a on a.id = o.account_id and a.status = 'active'
    where placed.department <> p.department
    on conflict do nothing`.execute(db)
}
