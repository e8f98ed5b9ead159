import { sql } from 'kysely'
import { Type } from 'typebox'
import { usableSeatHolders } from '../../../approvals/openSeats.ts'
import { operation } from '../../../http/operation.ts'

export const canIApprove = operation({
  id: 'canIApprove',
  method: 'GET',
  path: '/account-approvals/canIApprove',
  tag: 'account-approvals',
  summary: 'List the requests that you can approve, for yourself or as a delegate',
  description:
    '`tower:…`, `family:…`, `product:…`, `account:…`, `sandbox:…`, `team:…` (whose manager you are), `group:…`, `role:…`, and `policy:…` where a policy names you.',
  access: 'signedIn',
  responses: { 200: Type.Array(Type.String()) },
  async handler({ db, actor, now }) {
    const result = await sql<{ scope: string }>`
      with mine as materialized (select id from ${usableSeatHolders(actor, now())} p (id)),
      rules as materialized (
        select p.name as policy, r.rule from approval_policies p, jsonb_array_elements(p.stages) s
        cross join lateral (values (s->'rule'), (s->'alternates')) r (rule) where p.active and r.rule is not null
        union all
        select p.name, o from approval_policies p, jsonb_array_elements(p.stages) s
        cross join lateral (values (s->'rule'), (s->'alternates')) r (rule) cross join lateral jsonb_array_elements(r.rule->'of') o where p.active
      )
      select 'tower:' || t.name as scope from tower_leads l join towers t on t.id = l.tower_id where l.person_id in (select id from mine)
      union select 'family:' || f.name from family_owners o join families f on f.id = o.family_id and f.deleted_at is null where o.person_id in (select id from mine)
      union select 'product:' || i.name from catalogue_item_approvers c join catalogue_items i on i.id = c.item_id where c.person_id in (select id from mine)
      union select 'account:' || a.name from account_owners o join accounts a on a.id = o.account_id
        where o.person_id in (select id from mine) and a.status = 'active' and exists (select from rules where rule->>'kind' = 'accountOwner')
      union select 'sandbox:' || s.name from sandbox_owners o join sandboxes s on s.id = o.sandbox_id
        where o.person_id in (select id from mine) and s.status <> 'deleted' and exists (select from rules where rule->>'kind' = 'sandboxOwner')
      union select 'team:' || p.display_name from people m join people p on p.id = m.manager_id
        where m.manager_id in (select id from mine) and m.active and exists (select from rules where rule->>'kind' = 'manager')
      union select 'group:' || g.display_name from directory_group_members m join directory_groups g on g.id = m.group_id
        where m.person_id in (select id from mine) and exists (select from rules
          where g.id::text in (rule->>'groupId', rule->>'fallbackGroupId') or rule->'groupIds' ? g.id::text)
      union select 'role:' || (rule->>'role') from rules where rule->>'role' = any (${actor.admin ? ['Slipway.Admin'] : []}::text[] || ${actor.auditor ? ['Slipway.Auditor'] : []}::text[])
        and exists (select from people p where p.id in (select id from mine) and p.roles @> array[rule->>'role'])
      union select 'policy:' || policy from rules where rule->>'personId' in (select id::text from mine)
        or exists (select from jsonb_array_elements_text(rule->'personIds') i where i in (select id::text from mine))
      order by 1`.execute(db)
    return result.rows.map((row) => row.scope)
  },
})
