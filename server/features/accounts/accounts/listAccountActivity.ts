import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { whoMay } from './policy.ts'
import { readAccount } from './queries.ts'
import { AccountId } from './schemas.ts'

const Activity = Type.Object({
  id: Type.String({ description: 'Stable; unique within the account.' }),
  at: Timestamp,
  kind: Type.Enum(['call', 'step'], { description: 'Something a person did, or a step of Slipway’s own work.' }),
  what: Type.String({ description: 'The operation, or the step in words.' }),
  person: Type.Union([Type.Object({ id: NullableText, displayName: Type.String() }), Type.Null()]),
  outcome: Type.String({ description: 'allowed, denied or failed for a call; the status of a step.' }),
  detail: NullableText,
  requestId: NullableText,
  changed: Type.Boolean({ description: 'Of a call: `getActivityEvent` says what was before, and after.' }),
})

export const listAccountActivity = operation({
  id: 'listAccountActivity',
  method: 'GET',
  path: '/accounts/{id}/activity',
  tag: 'accounts',
  summary: 'What was done to an account and for it, newest first',
  access: 'owner',
  params: AccountId,
  query: Type.Pick(ListQuery, ['page', 'size'], { additionalProperties: false }),
  answers: { 200: Page(Activity) },
  errors: ['notFound'],
  async handler({ db, actor, params, query, allow, audit }) {
    const account = await readAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(whoMay(actor, 'seeAll', account))
    const { page = 1, size = 25 } = query
    const own = [account.id, ...(account.requestId ? [account.requestId] : [])]
    const subjects = sql`(${own}::uuid[] || array(select id from account_updates where account_id = ${account.id}))`
    const events = sql`
      select e.id::text as id, e.at, 'call' as kind, e.operation as what, e.actor_id, e.actor_name, e.outcome, e.reason as detail, e.request_id,
        (e.before is not null or e.after is not null) as changed
      from audit_events e
      where e.subject_kind in ('account', 'accountRequest', 'accountUpdate') and e.subject_id = any (${subjects}::text[])
        and not (e.operation = 'approvedByPolicy' and ${ofDetails(account.id, sql`e.subject_id`)})
      union all
      select s.run_id || '.' || s.position, coalesce(s.ended_at, s.started_at), 'step', s.title, null, null, s.status, coalesce(s.error->>'message', s.note), null, false
      from work_runs r join work_steps s on s.run_id = r.id
      where r.subject_kind in ('account', 'accountRequest', 'accountUpdate') and r.subject_id = any (${subjects}) and s.started_at is not null
        and not (s.status = 'succeeded' and ${ofDetails(account.id, sql`r.subject_id::text`)})`
    const [rows, counted] = await Promise.all([
      sql<ActivityRow>`select * from (${events}) activity order by at desc, id desc limit ${size} offset ${(page - 1) * size}`.execute(db),
      sql<{ total: number }>`select count(*) as total from (${events}) activity`.execute(db),
    ])
    const items = rows.rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      what: row.what,
      person: row.actor_name === null ? null : { id: row.actor_id, displayName: row.actor_name },
      outcome: row.outcome,
      detail: row.detail,
      requestId: row.request_id,
      changed: row.changed,
    }))
    return { items, page, size, total: counted.rows[0]?.total ?? 0, totalIsCapped: false }
  },
})

/**
 * Owners change details themselves, and one reads here that they did and that everything followed. That nobody had to approve it, and
 * each step that went well, is told by the update's own page; the audit trail has it all.
 */
const ofDetails = (accountId: string, updateId: RawBuilder<unknown>) =>
  sql`exists (select from account_updates u where u.account_id = ${accountId} and u.kind = 'details' and u.id::text = ${updateId})`

interface ActivityRow {
  id: string
  at: Date
  kind: 'call' | 'step'
  what: string
  actor_id: string | null
  actor_name: string | null
  outcome: string
  detail: string | null
  request_id: string | null
  changed: boolean
}
