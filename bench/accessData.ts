import pg from 'pg'
import { seed } from '../sample/seed.ts'
import { issuer } from './listsData.ts'

/** How many of the assignments are live; the rest have ended. */
const liveShare = 0.2
const tables = ['access_requests', 'group_assignments', 'approvals', 'approval_stages', 'approval_decisions']

/**
 * The sample retailer with `assignments` of access over the last years, one in five of them live, and `requests` for access, of which
 * some thousands wait for a decision. One goes along the groups and people, so that every run has the same.
 */
export async function fillAccess(databaseUrl: string, assignments: number, requests: number): Promise<void> {
  await seed(databaseUrl, { issuer })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`
      create temporary table g on commit drop as select row_number() over (order by id)::int - 1 as n, id, account_id, name from access_groups where status = 'ready';
      create temporary table p on commit drop as select row_number() over (order by id)::int - 1 as n, id from people where active;
      create unique index on g (n); create unique index on p (n); analyze g; analyze p`)
    const groups = (await client.query<{ n: number }>('select count(*)::int as n from g')).rows[0]!.n
    const people = (await client.query<{ n: number }>('select count(*)::int as n from p')).rows[0]!.n
    // Filled in first and indexed after, without triggers and foreign keys looking on.
    await client.query('set local session_replication_role = replica')
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where tablename = any ($1) and indexname not in
         (select conname from pg_constraint)`,
      [tables],
    )
    for (const { name } of indexes.rows) await client.query(`drop index ${client.escapeIdentifier(name)}`)
    await client.query(
      `create temporary table asked on commit drop as
       select i as n, gen_random_uuid() as id, gen_random_uuid() as approval_id, g.id as group_id, g.account_id, g.name as group_name, p.id as requester_id,
         case when i < least($2::int, $1::int / 50) then 'pending_approval' when i % 10 = 0 then 'rejected' when i % 25 = 1 then 'expired' else 'approved' end as status,
         now() - i * interval '7 minutes' as at
       from generate_series(0, $1::int - 1) i join g on g.n = i % $2::int join p on p.n = (i::bigint * 7919 + i / $2::int) % $3::int`,
      [requests, groups, people],
    )
    await client.query(`
      insert into access_requests (id, reference, group_id, account_id, requester_id, justification, duration_hours, status, submitted_at, created_at, updated_at)
      select id, 'AXS-' || to_char(at, 'YYYY') || '-' || lpad(n::text, 6, '0'), group_id, account_id, requester_id,
        'To look into ' || (array['the tills on Fridays', 'what the basket costs', 'slow deliveries', 'the returns of last week', 'failed payments'])[n % 5 + 1] || ' with ' || group_name,
        case when n % 3 = 0 then null else 24 * (n % 90 + 1) end, status, at, at, at from asked`)
    await client.query(`
      insert into approvals (id, subject_kind, subject_id, requester_id, policy_id, policy_version, account_id, status, stage, opened_at, due_at, closed_at)
      select a.approval_id, 'accessRequest', a.id, a.requester_id, pol.id, pol.version, a.account_id,
        case when a.status = 'pending_approval' then 'pending' else a.status end, 1, a.at, a.at + interval '14 days',
        case when a.status = 'pending_approval' then null else a.at + interval '3 hours' end
      from asked a cross join (select id, version from approval_policies where subject_kind = 'accessRequest' and active) pol`)
    await client.query(`
      insert into approval_stages (approval_id, stage, name, rule, minimum, status, opened_at, closed_at)
      select a.approval_id, 1, 'Account owner', pol.stages->0->'rule', 1, case when a.status = 'pending_approval' then 'open' else a.status end, a.at,
        case when a.status = 'pending_approval' then null else a.at + interval '3 hours' end
      from asked a cross join (select stages from approval_policies where subject_kind = 'accessRequest' and active) pol`)
    await client.query(`
      insert into approval_decisions (id, approval_id, stage, approver_id, requester_id, decision, comment, decided_at)
      select gen_random_uuid(), a.approval_id, 1, o.person_id, a.requester_id, case a.status when 'approved' then 'approve' else 'reject' end, '', a.at + interval '3 hours'
      from asked a join account_owners o on o.account_id = a.account_id and o.position = 0
      where a.status in ('approved', 'rejected') and o.person_id <> a.requester_id`)
    await client.query(`
      insert into group_assignments (id, group_id, person_id, via, request_id, starts_at, ends_at, status, created_at, updated_at)
      select gen_random_uuid(), group_id, requester_id, 'request', id, at + interval '4 hours', at + interval '100 days',
        case when at > now() - interval '100 days' then 'active' else 'expired' end, at, least(at + interval '100 days', now())
      from asked where status = 'approved'`)
    await client.query(
      `insert into group_assignments (id, group_id, person_id, via, starts_at, ends_at, status, created_at, updated_at)
       select gen_random_uuid(), g.id, p.id, case when i % 3 = 0 then 'adopted' else 'admin' end, ended - interval '200 days',
         case when live and i % 4 = 0 then null else ended end, case when live then 'active' when i % 9 = 0 then 'revoked' else 'expired' end,
         ended - interval '200 days', least(ended, now())
       from generate_series(0, $2::int - (select count(*)::int from asked where status = 'approved') - 1) i
       cross join lateral (select i < $1::int as live, now() + (case when i < $1::int then i % 170 + 2 else -(i % 900) - 1 end) * interval '1 day' as ended) e
       join g on g.n = i % $3::int join p on p.n = (i / $3::int + (i % $3::int) * 13) % $4::int`,
      [Math.floor(assignments * liveShare), assignments, groups, people],
    )
    await client.query(`set local maintenance_work_mem = '512MB'`)
    for (const { definition } of indexes.rows) await client.query(definition)
    await client.query('commit')
    await client.query(`vacuum (analyze) ${tables.join(', ')}`)
  } finally {
    await client.end()
  }
}
