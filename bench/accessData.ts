import { fill, insertPendingRequests, numberGroupsAndPeople } from './fill.ts'

const activeShare = 0.2

/**
 * Adds the sample retailer, `assignments` of recent years, one in five of them active, and `requests` for access groups, of which some
 * thousands are pending.
 */
export function fillAccess(databaseUrl: string, assignments: number, requests: number): Promise<void> {
  const tables = ['access_requests', 'group_assignments', 'approvals', 'approval_stages', 'approval_decisions', 'pending_approver_keys']
  return fill(databaseUrl, tables, async (client) => {
    const { groups, people } = await numberGroupsAndPeople(client)
    await client.query(
      `create temporary table requested on commit drop as
       select i as n, uuidv7(at - now()) as id, uuidv7(at - now()) as approval_id, g.id as group_id, g.account_id, null::uuid as family_id,
         null::uuid as tower_id, g.environment, g.name as group_name, p.id as requester_id, at, pol.stages->0->'rule' as rule,
         case when i < least($2::int, $1::int / 50) then 'pending' when i % 10 = 0 then 'rejected' when i % 25 = 1 then 'expired' else 'approved' end as status
       from generate_series(0, $1::int - 1) i cross join lateral (select now() - i * interval '7 minutes' as at) t
       join g on g.n = i % $2::int join p on p.n = (i::bigint * 7919 + i / $2::int) % $3::int
       cross join (select stages from approval_policies where subject_kind = 'accessRequest' and active) pol`,
      [requests, groups, people],
    )
    await insertPendingRequests(client, '14 days')
    await client.query(`
      insert into group_assignments (id, group_id, person_id, via, request_id, starts_at, ends_at, status, created_at, updated_at)
      select gen_random_uuid(), group_id, requester_id, 'request', id, at + interval '4 hours', at + interval '100 days',
        case when at > now() - interval '100 days' then 'active' else 'expired' end, at, least(at + interval '100 days', now())
      from requested where status = 'approved'`)
    await client.query(
      `insert into group_assignments (id, group_id, person_id, via, starts_at, ends_at, status, created_at, updated_at)
       select gen_random_uuid(), g.id, p.id, case when i % 3 = 0 then 'adopted' else 'admin' end, ended - interval '200 days',
         case when live and i % 4 = 0 then null else ended end, case when live then 'active' when i % 9 = 0 then 'revoked' else 'expired' end,
         ended - interval '200 days', least(ended, now())
       from generate_series(0, $2::int - (select count(*)::int from requested where status = 'approved') - 1) i
       cross join lateral (select i < $1::int as live, now() + (case when i < $1::int then i % 170 + 2 else -(i % 900) - 1 end) * interval '1 day' as ended) e
       join g on g.n = i % $3::int join p on p.n = (i / $3::int + (i % $3::int) * 13) % $4::int`,
      [Math.floor(assignments * activeShare), assignments, groups, people],
    )
  })
}
