import Fastify from 'fastify'
import pg from 'pg'
import { type TSchema, Type } from 'typebox'
import { AccessRequestItem, ExistingAccess } from '../server/features/access/requests/schemas.ts'
import { Page } from '../server/http/list.ts'

/**
 * This server is the reference. It reads the same rows with handwritten prepared statements, without sign-in, permissions, audit or
 * validation.
 */
const databaseUrl = process.argv[2] ?? ''
const port = Number(process.argv[3])
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })

const person = (id: string) =>
  `(select json_build_object('id', p.id, 'displayName', p.display_name, 'email', p.email, 'department', p.department, 'active', p.active) from people p where p.id = ${id})`
const roleNames = `(select coalesce(json_agg(x->>'roleName'), '[]') from jsonb_array_elements(g.roles) x)`
const group = `json_build_object('id', g.id, 'name', g.name, 'description', g.description, 'roles', ${roleNames}, 'maxDurationHours', g.max_duration_hours, 'assignment', g.assignment) as group`
const account = `json_build_object('id', a.id, 'name', a.name, 'environment', a.environment) as account`

const existingQuery = {
  name: 'existing',
  text: `select m.id, ${person('m.person_id')} as person, ${group}, ${account}, m.via, case when r.id is not null then json_build_object('id', r.id, 'reference', r.reference) end as request,
    ${person('m.granted_by')} as "grantedBy", coalesce(m.reason, r.justification) as reason, m.starts_at as "startsAt", m.ends_at as "endsAt", m.status,
    (select json_build_object('id', x.id, 'reference', x.reference, 'status', x.status) from access_requests x
      where x.group_id = m.group_id and x.requester_id = m.person_id and x.status in ('pending_approval', 'changes_requested')) as extension,
    case when m.maximum_lifted_by is not null then json_build_object('by', ${person('m.maximum_lifted_by')}, 'at', m.maximum_lifted_at, 'reason', m.maximum_lift_reason) end as "maximumLifted",
    m.ends_at as "latestEnd", m.version, m.created_at as "createdAt", m.updated_at as "updatedAt", g.allowed_actions as "allowedActions"
    from group_assignments m join access_groups g on g.id = m.group_id join accounts a on a.id = g.account_id left join access_requests r on r.id = m.request_id
    where m.person_id = $1 and m.status in ('scheduled', 'granting', 'active', 'revoking') order by m.ends_at nulls last, m.id limit 500`,
}
const columns = `r.id, r.reference, r.status, r.extends_assignment_id as extends, r.justification, r.duration_hours as "durationHours", ${account}, ${group},
  ${person('r.requester_id')} as requester,
  (select json_build_object('approvalId', v.id, 'stage', v.stage, 'of', (select count(*) from approval_stages s where s.approval_id = v.id), 'for', s.name, 'since', s.opened_at, 'dueAt', v.due_at,
     'approvers', (select coalesce(json_agg(${person('sa.person_id')}), '[]') from stage_approvers sa where sa.approval_id = v.id and sa.stage = v.stage))
   from approvals v join approval_stages s on s.approval_id = v.id and s.stage = v.stage
   where v.subject_kind = 'accessRequest' and v.subject_id = r.id and v.status = 'pending') as waiting,
  (select w.status from work_runs w where w.subject_kind = 'accessRequest' and w.subject_id = r.id) as "runStatus",
  (select json_build_object('id', m.id, 'status', m.status, 'until', m.ends_at) from group_assignments m where m.request_id = r.id) as grant,
  r.submitted_at as "submittedAt", r.created_at as "createdAt", r.updated_at as "updatedAt", r.version`
const joins = 'join access_groups g on g.id = r.group_id join accounts a on a.id = r.account_id'
const rowsOf = (ids: string) => `select ${columns} from (${ids}) p join access_requests r on r.id = p.id ${joins} order by p.n`
const pendingQuery = {
  name: 'pending',
  text: rowsOf(`select v.subject_id as id, row_number() over (order by v.opened_at, v.id) as n from approvals v
    join account_owners o on o.account_id = v.account_id and o.person_id = $1
    where v.status = 'pending' and v.subject_kind = 'accessRequest' and v.requester_id <> $1 order by v.opened_at, v.id limit 200`),
}

function page(name: string, from: string, where: string, order: string) {
  const ids = `select r.id, row_number() over () as n from (select r.id from ${from} ${where} order by ${order} limit 25 offset $1) r`
  return {
    rows: { name: `${name} rows`, text: rowsOf(ids) },
    total: { name: `${name} total`, text: `select count(*) as total from (select from ${from} ${where} limit 10001) c` },
  }
}
const newestOrder = 'r.created_at desc, r.id desc'
const withAccount = 'access_requests r join accounts a on a.id = r.account_id'
const matchingIdsSql = (text: string, word: string) => `select id from ${text} like '%${word}%' limit 10001`
const shapes: Record<string, ReturnType<typeof page>> = {
  newest: page('newest', 'access_requests r', '', newestOrder),
  filtered: page('filtered', withAccount, `where r.status = 'approved' and a.environment = 'production'`, newestOrder),
  substring: page(
    'substring',
    'access_requests r join access_groups sg on sg.id = r.group_id',
    `where r.search_text like '%checkout%' or r.group_id = any (array(${matchingIdsSql('access_groups where name', 'checkout')}))
      or r.requester_id = any (array(${matchingIdsSql(`people p where (lower(p.display_name || ' ' || coalesce(p.email, '')))`, 'checkout')}))`,
    `(sg.name like 'checkout%' or sg.name like '% checkout%' or sg.name like '%-checkout%') desc, ${newestOrder}`,
  ),
}
const countQuery = (from: string, where: string, fields: string[]) => `select coalesce(${fields.map((_, n) => `f${n}::text`)}) as value,
  grouping(${fields.map((_, n) => `f${n}`)}) as field, count(*) as count
  from (select ${fields.map((field, n) => `${field} as f${n}`)} from ${from} ${where} limit 10001) found
  group by grouping sets (${fields.map((_, n) => `(f${n})`)}) order by count desc, 1`
const counts = {
  name: 'options',
  text: countQuery(withAccount, '', ['r.status', 'a.environment', 'a.tower_id']),
}

const app = Fastify()
function omitCan<T extends TSchema & { properties: Record<string, TSchema> }>(schema: T): T {
  const { can: _permissions, ...visible } = schema.properties
  const required = (schema as { required?: string[] }).required?.filter((name) => name !== 'can')
  return { ...schema, properties: visible, required }
}
const people = (await pool.query<{ id: string }>('select id from people where active limit 200')).rows
let turn = 0
const nextPersonId = () => people[turn++ % people.length]!.id

app.get('/existing', { schema: { response: { 200: Type.Array(omitCan(ExistingAccess)) } } }, async () => {
  return (await pool.query({ ...existingQuery, values: [nextPersonId()] })).rows
})
app.get('/pending', { schema: { response: { 200: Type.Array(omitCan(AccessRequestItem)) } } }, async () => {
  return (await pool.query({ ...pendingQuery, values: [nextPersonId()] })).rows
})
app.get('/adv', { schema: { response: { 200: Page(omitCan(AccessRequestItem)) } } }, async (request) => {
  const { shape, page: number } = request.query as { shape: string; page?: string }
  const { rows, total } = shapes[shape]!
  const position = Number(number ?? 1)
  const [items, countResult] = await Promise.all([pool.query({ ...rows, values: [(position - 1) * 25] }), pool.query(total)])
  const totalCount = Number(countResult.rows[0].total)
  return { items: items.rows, page: position, size: 25, total: Math.min(totalCount, 10_000), totalIsCapped: totalCount > 10_000 }
})
app.get('/options', async () => {
  const [names, totalCount] = await Promise.all([pool.query({ name: 'towers', text: 'select id, name from towers' }), pool.query(counts)])
  return [names.rows, totalCount.rows]
})
await app.listen({ host: '127.0.0.1', port })
process.send?.({ cookies: [''] })
