import { fill, insertPendingRequests, numberGroupsAndPeople } from './fill.ts'

/**
 * Adds the sample retailer and `rows` access approvals of recent years, one in ten of them pending. Most approvals have account owners as
 * approvers, the others have families, towers and managers. Each approval has the same fallback group.
 */
export function fillInbox(databaseUrl: string, rows: number): Promise<void> {
  const tables = ['access_requests', 'approvals', 'approval_stages', 'approval_decisions', 'pending_approver_keys']
  return fill(databaseUrl, tables, async (client) => {
    const { groups, people } = await numberGroupsAndPeople(client)
    await client.query(
      `create temporary table requested on commit drop as
       select i as n, uuidv7(at - now()) as id, uuidv7(at - now()) as approval_id, g.id as group_id, g.account_id, g.family_id, g.tower_id,
         g.environment, g.name as group_name, p.id as requester_id, at,
         case when i % 10 = 0 then 'pending' when i % 9 = 1 then 'rejected' else 'approved' end as status,
         jsonb_build_object('fallbackGroupId', fallback.id, 'kind', case when i % 10 > 0 then 'accountOwner' else (array['accountOwner', 'familyOwner',
           'towerLead', 'accountOwner', 'manager', 'accountOwner', 'familyOwner', 'accountOwner', 'towerLead'])[i / 10 % 9 + 1] end) as rule
       from generate_series(0, $1::int - 1) i cross join lateral (select now() - i * interval '2 minutes' as at) t
       join g on g.n = i / 10 % $2::int join p on p.n = (i::bigint * 7919 + i / $2::int) % $3::int
       cross join (select stages->0->'rule'->>'fallbackGroupId' as id from approval_policies where subject_kind = 'accessRequest' and active) fallback`,
      [rows, groups, people],
    )
    await insertPendingRequests(client, '5000 days')
  })
}
