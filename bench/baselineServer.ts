import Fastify from 'fastify'
import pg from 'pg'

/**
 * This server is the reference. It reads the same accounts with handwritten prepared statements and four joined columns, without sign-in,
 * permissions, audit, checks or lists of owners and services.
 */
const databaseUrl = process.argv[2] ?? ''
const port = Number(process.argv[3])
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16, options: '-c pg_trgm.word_similarity_threshold=0.5' })

const names = {
  id: 'a.id',
  name: 'a.name',
  kind: 'a.kind',
  environment: 'a.environment',
  status: 'a.status',
  subscriptionId: 'a.subscription_id',
  region: 'a.region',
  description: 'a.description',
  workload: 'a.workload',
  managementGroup: 'a.management_group_id',
  costCentre: 'a.cost_centre',
  dataClassification: 'a.data_classification',
  criticality: 'a.criticality',
  tower: 't.name',
  family: 'f.name',
  owner: 'p.display_name',
  ownerEmail: 'p.email',
}
const columns = [
  ...Object.entries(names).map(([name, column]) => `${column} as "${name}"`),
  'a.health, a.version, a.created_at as "createdAt", a.updated_at as "updatedAt"',
].join(', ')
const joins = `join towers t on t.id = a.tower_id join families f on f.id = a.family_id
  left join account_owners o on o.account_id = a.id and o.position = 0 left join people p on p.id = o.person_id`
const item = {
  type: 'object',
  properties: {
    ...Object.fromEntries(Object.keys(names).map((name) => [name, { type: 'string', nullable: true }])),
    health: { type: 'integer', nullable: true },
    version: { type: 'integer' },
    createdAt: { type: 'string' },
    updatedAt: { type: 'string' },
  },
}

interface Statement {
  name: string
  text: string
}
function page(name: string, where: string, order: string): { rows: Statement; total: Statement } {
  const ids = `select a.id, row_number() over () as n from (select a.id from accounts a where ${where} order by ${order} limit 25 offset $1) a`
  return {
    rows: { name: `${name} rows`, text: `select ${columns} from (${ids}) n join accounts a on a.id = n.id ${joins} order by n.n` },
    total: { name: `${name} total`, text: `select count(*) as total from accounts a where ${where}` },
  }
}
const personText = `(lower(p.display_name || ' ' || coalesce(p.email, '')))`
const ownedBy = (condition: string) =>
  `a.id = any (array(select o.account_id from people p join account_owners o on o.person_id = p.id where ${condition} limit 10001))`
const liveCondition = `a.status <> 'deleted'`
const statements: Record<string, { rows: Statement; total: Statement }> = {
  byName: page('byName', liveCondition, 'a.name_key, a.id'),
  filtered: page('filtered', `${liveCondition} and a.status = 'active' and a.environment = 'production'`, 'a.created_at desc, a.id desc'),
  substring: page(
    'substring',
    `${liveCondition} and (a.search_text like '%basket%' or ${ownedBy(`${personText} like '%basket%'`)})`,
    'a.name_key, a.id',
  ),
}

const app = Fastify()
const responseSchema = { type: 'object', properties: { items: { type: 'array', items: item }, total: { type: 'integer' } } }
app.get('/accounts/adv', { schema: { response: { 200: responseSchema } } }, async (request) => {
  const { shape, page: number = '1', total: counts } = request.query as { shape: string; page?: string; total?: string }
  const { rows, total } = statements[shape]!
  const items = pool.query({ ...rows, values: [(Number(number) - 1) * 25] })
  if (counts === 'none') return { items: (await items).rows }
  const [rowsResult, countResult] = await Promise.all([items, pool.query(total)])
  return { items: rowsResult.rows, total: countResult.rows[0].total }
})
app.get('/accounts/:id', { schema: { response: { 200: item } } }, async (request) => {
  const { id } = request.params as { id: string }
  return (
    await pool.query({ name: 'one', text: `select ${columns} from accounts a ${joins} where a.id = $1 and ${liveCondition}`, values: [id] })
  ).rows[0]
})
await app.listen({ host: '127.0.0.1', port })
process.send?.({ cookies: [''] })
