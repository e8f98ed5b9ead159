import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'

export const canIApprove = operation({
  id: 'canIApprove',
  method: 'GET',
  path: '/account-approvals/canIApprove',
  tag: 'account-approvals',
  summary: 'What you are an approver of: `tower:…`, `family:…`, `product:…`, `group:…`; empty when of nothing',
  access: 'signedIn',
  answers: { 200: Type.Array(Type.String()) },
  async handler({ db, actor }) {
    const result = await sql<{ scope: string }>`
      select 'tower:' || t.name as scope from tower_leads l join towers t on t.id = l.tower_id where l.person_id = ${actor.id}
      union select 'family:' || f.name from family_owners o join families f on f.id = o.family_id where o.person_id = ${actor.id}
      union select 'product:' || i.name from catalogue_item_approvers c join catalogue_items i on i.id = c.item_id where c.person_id = ${actor.id}
      union select 'group:' || g.display_name from directory_group_members m join directory_groups g on g.id = m.group_id
        where m.person_id = ${actor.id} and exists (select 1 from approval_policies p, jsonb_array_elements(p.stages) s
          where p.active and (s->'rule'->>'groupId' = g.id::text or s->'rule'->>'fallbackGroupId' = g.id::text))
      order by 1`.execute(db)
    return result.rows.map((row) => row.scope)
  },
})
