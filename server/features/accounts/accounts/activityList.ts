import { type RawBuilder, sql } from 'kysely'
import { outcomeColumn } from '../../../audit/outcome.ts'
import type { ListDefinition } from '../../../http/list.ts'

/** Returns the calls about an account and the steps of its runs, as a source with the alias `activity`. */
export function activityOf(account: { id: string; requestId: string | null }): RawBuilder<unknown> {
  const subjectIds = [account.id, ...(account.requestId ? [account.requestId] : [])]
  const subjects = sql`(${subjectIds}::uuid[] || array(select id from account_updates where account_id = ${account.id}))`
  return sql`(
      select e.id::text as id, e.at, 'call' as kind, e.operation as what, e.actor_id, e.actor_name, ${outcomeColumn} as outcome, e.reason as detail, e.request_id,
        (e.before is not null or e.after is not null) as changed
      from audit_events e
      where e.subject_kind in ('account', 'accountRequest', 'accountUpdate') and e.subject_id = any (${subjects}::text[])
        and not (e.operation = 'approvedByPolicy' and ${isDetailsUpdate(account.id, sql`e.subject_id`)})
      union all
      select s.run_id || '.' || s.position, coalesce(s.ended_at, s.started_at), 'step', s.title, null, null, s.status, coalesce(s.error->>'message', s.note), null, false
      from work_runs r join work_steps s on s.run_id = r.id
      where r.subject_kind in ('account', 'accountRequest', 'accountUpdate') and r.subject_id = any (${subjects}) and s.started_at is not null
        and not (s.status = 'succeeded' and ${isDetailsUpdate(account.id, sql`r.subject_id::text`)})) activity`
}

/**
 * Owners change details themselves, so the activity shows only the change and the end of its run. The page of the update shows the approval
 * and every step, and the audit trail has everything.
 */
const isDetailsUpdate = (accountId: string, updateId: RawBuilder<unknown>) =>
  sql`exists (select from account_updates u where u.account_id = ${accountId} and u.kind = 'details' and u.id::text = ${updateId})`

/** No index serves the activity of an account, so the list reads the activity once, and then counts and sorts it. */
export function activityList(activity: RawBuilder<unknown>): ListDefinition {
  return {
    from: activity,
    id: sql`activity.id`,
    expensive: true,
    searchText: sql`lower(concat_ws(' ', activity.what, activity.actor_name, activity.outcome, activity.detail, activity.request_id))`,
    defaultSort: '-at',
    fields: {
      at: { label: 'Time', type: 'date', column: sql`activity.at` },
      kind: { label: 'Kind', type: 'enum', column: sql`activity.kind`, values: ['call', 'step'] },
      what: { label: 'Action', type: 'text', column: sql`activity.what` },
      person: { label: 'Actor', type: 'id', column: sql`activity.actor_id`, sort: false },
      outcome: { label: 'Outcome', type: 'text', column: sql`activity.outcome` },
      requestId: { label: 'Request', type: 'text', column: sql`activity.request_id`, sort: false },
      changed: {
        label: 'Changes only',
        type: 'enum',
        column: sql`(case when activity.changed then 'true' else 'false' end)`,
        values: ['true', 'false'],
        sort: false,
      },
    },
  }
}
