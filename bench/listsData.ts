import pg from 'pg'
import { company, tenantId } from '../sample/company.ts'
import { seed } from '../sample/seed.ts'
import type { RowName } from './benchmarks.ts'
import type { Shape } from './measure.ts'

export const issuer = `https://127.0.0.1:9/${tenantId}/v2.0`

export async function fillAccounts(databaseUrl: string, rows: number): Promise<void> {
  await seed(databaseUrl, { issuer })
  const copies = Math.ceil(rows / company().accounts.length) - 1
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      `create temporary table copies on commit drop as
       select gen_random_uuid() as id, a.id as original, n from accounts a cross join generate_series(1, $1::int) n limit $2`,
      [copies, Math.max(0, rows - company().accounts.length)],
    )
    // Indexes are built afterwards, and triggers and foreign keys are disabled, which is ten times as fast for a million rows.
    await client.query('set local session_replication_role = replica')
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where tablename in ('accounts', 'account_owners') and indexdef like 'CREATE INDEX%'`,
    )
    for (const { name } of indexes.rows) await client.query(`drop index ${client.escapeIdentifier(name)}`)
    await client.query(
      `insert into accounts (id, name, description, kind, environment, workload, status, subscription_id, management_group_id, tower_id, family_id,
         cost_centre, data_classification, criticality, region, network, budget, catalogue_item_ids, tags, store_numbers, created_at, updated_at)
       select c.id, a.name || '-' || lpad(c.n::text, 4, '0'), a.description, kind, environment, workload, status, gen_random_uuid(), management_group_id,
         tower_id, family_id, cost_centre, data_classification, criticality, region, network, budget, catalogue_item_ids, tags, store_numbers,
         a.created_at - c.n * interval '7 minutes', a.updated_at
       from copies c join accounts a on a.id = c.original`,
    )
    await client.query(
      `insert into account_owners (account_id, person_id, position)
       select c.id, o.person_id, o.position from copies c join account_owners o on o.account_id = c.original`,
    )
    await client.query('select rebuild_account_facets()')
    await client.query('select rebuild_account_terms()')
    await client.query(`set local maintenance_work_mem = '512MB'`)
    for (const { definition } of indexes.rows) await client.query(definition)
    await client.query('commit')
    await client.query('vacuum (analyze) accounts, account_owners, account_facets, account_terms')
  } finally {
    await client.end()
  }
}

export async function accountId(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from accounts order by id limit 1 offset 999')
  await client.end()
  return rows[0]!.id
}

const list = '/accounts/adv'
const filtered = `${list}?filter=status==active;environment==production&sort=-createdAt`
export const accountShapes = (id: string): Shape<RowName<'lists'> & RowName<'growth'>>[] => [
  { title: 'first page, no total', slipway: `${list}?total=none`, baseline: `${list}?shape=byName&total=none`, requests: 30 },
  { title: 'first page with total', slipway: list, baseline: `${list}?shape=byName`, requests: 30 },
  { title: 'two filters, by date, total', slipway: filtered, baseline: `${list}?shape=filtered`, requests: 30 },
  { title: 'substring, total', slipway: `${list}?search=basket`, baseline: `${list}?shape=substring`, requests: 30 },
  { title: 'page 2,000, total', slipway: `${list}?page=2000`, baseline: `${list}?shape=byName&page=2000`, requests: 30 },
  { title: 'one account by ID', slipway: `/accounts/${id}`, baseline: `/accounts/${id}`, requests: 30 },
]
