import Fastify from 'fastify'
import pg from 'pg'
import { Account } from '../server/features/accounts/accounts/schemas.ts'
import { Page } from '../server/http/list.ts'

/** The limit reads the same rows with handwritten prepared statements, without sign-in, permissions, audit or checks. */
const databaseUrl = process.argv[2] ?? ''
const port = Number(process.argv[3])
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16, options: '-c pg_trgm.word_similarity_threshold=0.5' })

const columns = `a.id, a.name, a.kind, a.environment, a.status, a.subscription_id as "subscriptionId", json_build_object('id', t.id, 'name', t.name) as tower,
  json_build_object('id', f.id, 'name', f.name) as family, a.region, a.description, a.workload, a.management_group_id as "managementGroup",
  (select coalesce(json_agg(json_build_object('id', p.id, 'displayName', p.display_name, 'email', p.email, 'department', p.department, 'active', p.active) order by o.position), '[]')
   from account_owners o join people p on p.id = o.person_id where o.account_id = a.id) as owners,
  a.cost_centre as "costCentre", a.data_classification as "dataClassification", a.criticality,
  (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name), '[]') from catalogue_items c where c.id = any (a.catalogue_item_ids)) as "catalogueItems",
  a.store_numbers as "storeNumbers", a.request_id as "requestId", a.network, a.budget, a.tags, a.health, a.version, a.created_at as "createdAt", a.updated_at as "updatedAt"`
const joins = 'join towers t on t.id = a.tower_id join families f on f.id = a.family_id'

interface Statement {
  name: string
  text: string
}
function page(name: string, where: string, order: string): { rows: Statement; total: Statement } {
  const ids = `select a.id, row_number() over () as n from (select a.id from accounts a where ${where} order by ${order} limit 25 offset $1) a`
  return {
    rows: { name: `${name} rows`, text: `select ${columns} from (${ids}) p join accounts a on a.id = p.id ${joins} order by p.n` },
    total: { name: `${name} total`, text: `select count(*) as total from (select from accounts a where ${where} limit 10001) c` },
  }
}
const personText = `(lower(p.display_name || ' ' || coalesce(p.email, '')))`
const ownedBy = (condition: string) =>
  `a.id = any (array(select o.account_id from people p join account_owners o on o.person_id = p.id where ${condition} limit 10001))`
const live = `a.status <> 'deleted'`
const statements: Record<string, { rows: Statement; total: Statement }> = {
  byName: page('byName', live, 'a.name_key, a.id'),
  filtered: page('filtered', `${live} and a.status = 'active' and a.environment = 'production'`, 'a.created_at desc, a.id desc'),
  typo: page(
    'typo',
    `${live} and ('baskte' <% a.search_text or ${ownedBy(`'baskte' <% ${personText}`)})`,
    `word_similarity('baskte', a.search_text) desc, a.name_key, a.id`,
  ),
  substring: page(
    'substring',
    `${live} and (a.search_text like '%basket%' or ${ownedBy(`${personText} like '%basket%'`)})`,
    'a.name_key, a.id',
  ),
}
/** `/options` counts these fields; with the two filters, each filtered field is counted without its own filter. */
const facets = [
  'status',
  'kind',
  'environment',
  'workload',
  'tower_id',
  'family_id',
  'region',
  'criticality',
  'data_classification',
  'connectivity',
]
const counting = (where: string, fields: string[]) => `select coalesce(${fields.map((field) => `${field}::text`)}) as value,
  grouping(${fields}) as field, sum(accounts) as count from account_facets where status <> 'deleted' ${where}
  group by grouping sets (${fields.map((field) => `(${field})`)}) order by count desc, 1`
const both = [`status = 'active'`, `environment = 'production'`]
const counts: Record<string, Statement[]> = {
  all: [{ name: 'count all', text: counting('', facets) }],
  filtered: [
    {
      name: 'count others',
      text: counting(
        `and ${both.join(' and ')}`,
        facets.filter((field) => !/^(status|environment)$/.test(field)),
      ),
    },
    { name: 'count status', text: counting(`and ${both[1]}`, ['status']) },
    { name: 'count environment', text: counting(`and ${both[0]}`, ['environment']) },
  ],
}

const app = Fastify()
const { can: _can, ...shown } = Account.properties
const item = { ...Account, properties: shown, required: Account.required?.filter((name) => name !== 'can') }
app.get('/accounts/adv', { schema: { response: { 200: Page(item as typeof Account) } } }, async (request) => {
  const { shape, page: number } = request.query as { shape: string; page?: string }
  const { rows, total } = statements[shape]!
  const at = Number(number ?? 1)
  const [items, counted] = await Promise.all([pool.query({ ...rows, values: [(at - 1) * 25] }), pool.query(total)])
  return {
    items: items.rows,
    page: at,
    size: 25,
    total: Math.min(counted.rows[0].total, 10_000),
    totalIsCapped: counted.rows[0].total > 10_000,
  }
})
app.get('/accounts/adv/options', async (request) => {
  const { shape } = request.query as { shape: string }
  const named = ['select id, name from towers', 'select id, name from families'].map((text, n) => pool.query({ name: `names ${n}`, text }))
  const found = await Promise.all([...named, ...counts[shape]!.map((statement) => pool.query(statement))])
  return found.map(({ rows }) => rows)
})
app.get('/accounts/:id', { schema: { response: { 200: item } } }, async (request) => {
  const { id } = request.params as { id: string }
  return (await pool.query({ name: 'one', text: `select ${columns} from accounts a ${joins} where a.id = $1 and ${live}`, values: [id] }))
    .rows[0]
})
await app.listen({ host: '127.0.0.1', port })
process.send?.({ cookies: [''] })
