import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { NullableText, Timestamp } from '../../../people/schemas.ts'
import { activityList, activityOf } from './activityList.ts'
import { canDoInAccount } from './policy.ts'
import { loadAccount } from './queries.ts'
import { AccountId } from './schemas.ts'

const Activity = Type.Object({
  id: Type.String({ description: 'ID of the entry, unique within the account.' }),
  at: Timestamp,
  kind: Type.Enum(['call', 'step'], { description: 'Kind of the entry: a call by a person, or a step of a run.' }),
  what: Type.String({ description: 'Operation ID of the call, or title of the step.' }),
  person: Type.Union([Type.Object({ id: NullableText, displayName: Type.String() }), Type.Null()]),
  outcome: Type.String({ description: 'Outcome of the call, as in `listAuditEvents`, or status of the step.' }),
  detail: NullableText,
  requestId: NullableText,
  changed: Type.Boolean({ description: 'For calls, `getActivityEvent` returns the values before and after.' }),
})

export const listAccountActivity = operation({
  id: 'listAccountActivity',
  method: 'GET',
  path: '/accounts/{id}/activity',
  tag: 'accounts',
  summary: 'List the activity of an account, newest first',
  access: 'owner',
  params: AccountId,
  query: ListQuery,
  responses: { 200: Page(Activity) },
  errors: ['notFound', 'invalidFilter'],
  async handler({ db, actor, params, query, allow, audit }) {
    const account = await loadAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(canDoInAccount(actor, 'seeAll', account))
    const activity = activityOf(account)
    const { ids, ...page } = await findPage(db, activityList(activity), query)
    const { rows } = await sql<ActivityRow>`select * from ${activity} where activity.id = any (${ids}::text[])`.execute(db)
    const items = sortByIds(ids, rows).map((row) => ({
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
    return { ...page, items }
  },
})

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
