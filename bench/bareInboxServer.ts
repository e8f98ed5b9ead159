import Fastify from 'fastify'
import pg from 'pg'
import { Type } from 'typebox'
import { AccessRequestSummary } from '../server/features/access/assignments/schemas.ts'
import { ApprovalItem } from '../server/features/approvals/inbox/schemas.ts'

/**
 * This server is the reference. It reads the same rows with handwritten statements for exactly these rules, by the keys of pending
 * approvals, without sign-in, fallbacks, delegations or checks.
 */
const databaseUrl = process.argv[2] ?? ''
const port = Number(process.argv[3])
const people = JSON.parse(process.argv[4] ?? '[]') as string[]
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })

const pendingSql = `
  select u.approval_id as id, u.opened_at, u.subject_kind, u.environment from pending_approver_keys u
  where u.open and u.requester_id <> $1 and u.key = any (array(
    select 'accountOwner:' || account_id from account_owners where person_id = $1
    union all select 'familyOwner:' || family_id from family_owners where person_id = $1
    union all select 'towerLead:' || tower_id from tower_leads where person_id = $1
    union all select 'manager:' || id from people where manager_id = $1))`
const person = (id: string) =>
  `(select json_build_object('id', p.id, 'displayName', p.display_name, 'email', p.email, 'department', p.department, 'active', p.active) from people p where p.id = ${id})`
const page = {
  name: 'page',
  text: `select a.id, a.subject_kind as "subjectKind", a.subject_id as "subjectId", ${person('a.requester_id')} as requester, a.status, a.stage, a.opened_at as "openedAt",
    a.due_at as "dueAt", a.closed_at as "closedAt", a.version, a.facts->'risk' as risk, json_build_object('id', pol.id, 'name', pol.name, 'version', pol.version) as policy,
    (select json_agg(json_build_object('stage', s.stage, 'name', s.name, 'status', s.status, 'minimum', s.minimum, 'openedAt', s.opened_at, 'closedAt', s.closed_at,
      'approvers', (select json_agg(${person('sa.person_id')}) from stage_approvers sa where sa.approval_id = s.approval_id and sa.stage = s.stage)) order by s.stage)
      from approval_stages s where s.approval_id = a.id) as stages,
    json_build_object('kind', a.subject_kind, 'summary', json_build_object('id', r.id, 'reference', r.reference, 'status', r.status, 'justification', r.justification, 'durationHours', r.duration_hours, 'environment', c.environment,
      'extends', false, 'account', json_build_object('id', c.id, 'name', c.name), 'group', json_build_object('id', g.id, 'name', g.name, 'description', g.description,
      'roles', (select json_agg(x->>'roleName') from jsonb_array_elements(g.roles) x)))) as subject
    from (select id, opened_at from (${pendingSql}) w order by opened_at, id limit 25) w join approvals a on a.id = w.id
    join approval_policies pol on pol.id = a.policy_id and pol.version = a.policy_version
    join access_requests r on r.id = a.subject_id join access_groups g on g.id = r.group_id join accounts c on c.id = r.account_id order by w.opened_at, w.id`,
}
const total = { name: 'total', text: `select count(*) as total from (${pendingSql}) w` }
const counts = {
  name: 'counts',
  text: `select subject_kind, environment, count(*) from (${pendingSql}) w group by grouping sets ((subject_kind), (environment))`,
}
const { id, subjectKind, subjectId, status, stage, openedAt, dueAt, risk, version } = ApprovalItem.properties
const Item = Type.Object(
  {
    id,
    subjectKind,
    subjectId,
    status,
    stage,
    openedAt,
    dueAt,
    risk,
    version,
    subject: Type.Object({ kind: Type.String(), summary: AccessRequestSummary }),
  },
  { additionalProperties: true },
)

const app = Fastify()
let turn = 0
const nextPersonId = () => people[turn++ % people.length]!
app.get('/page', { schema: { response: { 200: Type.Object({ items: Type.Array(Item), total: Type.Integer() }) } } }, async () => {
  const personId = nextPersonId()
  const [rows, countResult] = await Promise.all([pool.query({ ...page, values: [personId] }), pool.query({ ...total, values: [personId] })])
  return { items: rows.rows, total: countResult.rows[0].total }
})
app.get(
  '/one',
  async () =>
    (await pool.query({ name: 'one', text: 'select id, display_name, email from people where id = $1', values: [nextPersonId()] })).rows,
)
app.get('/counts', async () => (await pool.query({ ...counts, values: [nextPersonId()] })).rows)
await app.listen({ host: '127.0.0.1', port })
process.send?.({ cookies: [''] })
