import { sql } from 'kysely'

export const scopeOfApproval = (id: string) =>
  sql`select p.account_id, coalesce(a.family_id, p.family_id) as family_id, coalesce(a.tower_id, p.tower_id) as tower_id
    from approvals p left join accounts a on a.id = p.account_id where p.id = ${id}`
