import pg from 'pg'
import { seed } from '../sample/seed.ts'
import { issuer } from './listsData.ts'

/**
 * Adds the sample retailer and the rows that `write` inserts into these tables. Indexes are built afterwards, and triggers and foreign keys
 * are disabled, because both are much faster.
 */
export async function fill(databaseUrl: string, tables: string[], write: (client: pg.Client) => Promise<void>): Promise<void> {
  await seed(databaseUrl, { issuer })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where tablename = any ($1) and indexname not in
         (select conname from pg_constraint)`,
      [tables],
    )
    for (const { name } of indexes.rows) await client.query(`drop index ${client.escapeIdentifier(name)}`)
    await write(client)
    await client.query(`set local maintenance_work_mem = '512MB'`)
    for (const { definition } of indexes.rows) await client.query(definition)
    await client.query('commit')
    await client.query(`vacuum (analyze) ${tables.join(', ')}`)
  } finally {
    await client.end()
  }
}

/** Numbers ready account groups as `g` and active people as `p`, so that every run combines the same groups and people. */
export async function numberGroupsAndPeople(client: pg.Client): Promise<{ groups: number; people: number }> {
  await client.query(`
    create temporary table g on commit drop as
      select row_number() over (order by g.id)::int - 1 as n, g.id, g.account_id, g.name, a.family_id, a.tower_id, a.environment
      from access_groups g join accounts a on a.id = g.account_id where g.status = 'ready';
    create temporary table p on commit drop as select row_number() over (order by id)::int - 1 as n, id from people where active;
    create unique index on g (n); create unique index on p (n); analyze g; analyze p`)
  const { rows } = await client.query('select (select count(*)::int from g) as groups, (select count(*)::int from p) as people')
  return rows[0]
}

/**
 * Inserts the access requests of the temporary table `requested`, each with its approval, one stage and, if the request was decided, the
 * decision of the first owner. `status` is the status of the approval.
 * @param dueAfter an SQL interval after which a request is due
 */
export async function insertPendingRequests(client: pg.Client, dueAfter: string): Promise<void> {
  await client.query(`
    insert into access_requests (id, reference, group_id, account_id, requester_id, justification, duration_hours, status, submitted_at, created_at, updated_at)
    select id, 'AXS-' || to_char(at, 'YYYY') || '-' || lpad(n::text, 7, '0'), group_id, account_id, requester_id,
      'To look into ' || (array['the tills on Fridays', 'what the basket costs', 'slow deliveries', 'the returns of last week', 'failed payments'])[n % 5 + 1] || ' with ' || group_name,
      case when n % 3 = 0 then null else 24 * (n % 90 + 1) end, case status when 'pending' then 'pending_approval' else status end, at, at, at from requested`)
  await client.query(`
    insert into approvals (id, subject_kind, subject_id, requester_id, policy_id, policy_version, account_id, family_id, tower_id, status, stage, opened_at, due_at, closed_at, facts)
    select a.approval_id, 'accessRequest', a.id, a.requester_id, pol.id, pol.version, a.account_id, a.family_id, a.tower_id, a.status, 1, a.at,
      a.at + interval '${dueAfter}', case when a.status <> 'pending' then a.at + interval '3 hours' end,
      jsonb_build_object('target', jsonb_build_object('environment', a.environment), 'risk', jsonb_build_object('score', n * 7 % 100, 'reasons', '[]'::jsonb))
    from requested a cross join (select id, version from approval_policies where subject_kind = 'accessRequest' and active) pol`)
  await client.query(`
    insert into approval_stages (approval_id, stage, name, rule, minimum, status, opened_at, closed_at)
    select approval_id, 1, 'Owner', rule, 1, case status when 'pending' then 'open' else status end, at,
      case when status <> 'pending' then at + interval '3 hours' end from requested`)
  await client.query(`
    insert into approval_decisions (id, approval_id, stage, approver_id, requester_id, decision, comment, decided_at)
    select uuidv7(a.at + interval '3 hours' - now()), a.approval_id, 1, o.person_id, a.requester_id,
      case a.status when 'approved' then 'approve' else 'reject' end, case a.status when 'approved' then '' else 'The group grants too much' end, a.at + interval '3 hours'
    from requested a join account_owners o on o.account_id = a.account_id and o.position = 0
    where a.status in ('approved', 'rejected') and o.person_id <> a.requester_id`)
  // The triggers are disabled, so this statement does their work.
  await client.query(`
    update approval_stages s set keys = rule_keys(s.rule, a) from approvals a where a.id = s.approval_id and s.status = 'open';
    delete from pending_approver_keys;
    insert into pending_approver_keys select u.* from approvals a cross join lateral pending_approver_keys_of(a.id) u where a.status = 'pending'`)
}
