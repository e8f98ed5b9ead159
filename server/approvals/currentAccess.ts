import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { MembershipState } from './evidence.ts'

const max = 6

export async function loadCurrentAccess(db: Db, approvalId: string): Promise<MembershipState> {
  const { rows } = await sql<{ items: MembershipState['items']; total: number }>`
    with this as (
      select a.requester_id, a.account_id, a.sandbox_id, a.tower_id,
        (select g.roles from access_requests r join access_groups g on g.id = r.group_id where r.id = a.subject_id) as roles
      from approvals a where a.id = ${approvalId}
    ), held as (
      select g.name, coalesce(c.name, s.name) as place, coalesce(m.ends_at, s.lease_end) as ends_at, coalesce(g.account_id = this.account_id or g.sandbox_id = this.sandbox_id, false) as here,
        g.roles = this.roles as alike, coalesce(c.tower_id = this.tower_id, false) as near, m.id
      from this join group_assignments m on m.person_id = this.requester_id and m.status in ('scheduled', 'granting', 'active', 'revoking')
      join access_groups g on g.id = m.group_id left join accounts c on c.id = g.account_id left join sandboxes s on s.id = g.sandbox_id
      union all
      select t.role_name, c.name, t.ends_at, coalesce(c.id = this.account_id, false), false, coalesce(c.tower_id = this.tower_id, false), t.id
      from this join pim_activations t on t.person_id = this.requester_id and t.status = 'active' join accounts c on c.id = t.account_id
    )
    select (select count(*) from held) as total, coalesce(json_agg(json_build_object('name', name, 'place', place, 'here', here,
      'until', to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '[]'::json) as items
    from (select * from held order by here desc, alike desc nulls last, near desc, ends_at desc nulls first, id limit ${max}) first`.execute(
    db,
  )
  return { items: rows[0]?.items ?? [], total: Number(rows[0]?.total ?? 0) }
}
