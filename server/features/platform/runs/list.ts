import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ListDefinition } from '../../../http/list.ts'

/**
 * Excludes failed runs of accounts that were deleted since, failed runs of sandboxes with a newer action, and failed waves of rollouts that
 * have ended.
 */
export const isUnfinished = sql<boolean>`(work_runs.status <> 'failed' or work_runs.undoes is not null
  or (not exists (select 1 from accounts a where (a.request_id = work_runs.subject_id or a.id = work_runs.subject_id) and a.status = 'deleted')
    and not exists (
      select 1 from sandbox_actions a join sandbox_actions later on later.sandbox_id = a.sandbox_id and later.created_at > a.created_at
      where a.id = work_runs.subject_id)
    and not exists (
      select 1 from edge_waves v join edge_rollouts e on e.id = v.rollout_id
      where v.work_id = work_runs.subject_id and e.status in ('cancelled', 'completed'))))`

export const isUnfinishedRun = sql<boolean>`work_runs.status in ('queued', 'running', 'waiting', 'failed')`

export const runList: ListDefinition = {
  from: sql`work_runs`,
  id: sql`work_runs.id`,
  searchText: sql`work_runs.search_text`,
  name: sql`lower(work_runs.name)`,
  exactIdColumns: [sql`work_runs.id`, sql`work_runs.subject_id`],
  defaultSort: '-updatedAt',
  fields: {
    status: {
      label: 'Status',
      type: 'enum',
      column: sql`work_runs.status`,
      sort: false,
      values: ['queued', 'running', 'waiting', 'failed', 'succeeded', 'cancelled'],
    },
    kind: { label: 'Run kind', type: 'enum', column: sql`work_runs.kind`, sort: false },
    step: { label: 'Step', type: 'enum', column: sql`work_runs.at_step`, sort: false },
    service: { label: 'Failed service', type: 'enum', column: sql`work_runs.cause_service`, sort: false },
    cause: { label: 'Cause', type: 'enum', column: sql`work_runs.cause_code`, sort: false },
    account: { label: 'Account', type: 'id', column: sql`work_runs.account_id`, sort: false },
    person: { label: 'Person', type: 'id', column: sql`work_runs.person_id`, sort: false },
    stuckSince: { label: 'Failing since', type: 'date', column: sql`work_runs.stuck_since` },
    updatedAt: { label: 'Updated', type: 'date', column: sql`work_runs.updated_at` },
    createdAt: { label: 'Started', type: 'date', column: sql`work_runs.created_at` },
  },
}

export const RunFilterSchema = Type.Optional(
  Type.Enum(['open', 'stuck', 'finished', 'cancelled', 'all'], {
    default: 'open',
    description: 'open: unfinished runs, including stuck ones.',
  }),
)
type RunFilter = 'open' | 'stuck' | 'finished' | 'cancelled' | 'all'

export function scopeOf(show: RunFilter) {
  if (show === 'open') return sql<boolean>`${isUnfinishedRun} and ${isUnfinished}`
  if (show === 'stuck') return sql<boolean>`${isUnfinishedRun} and work_runs.stuck_since is not null and ${isUnfinished}`
  if (show === 'finished') return sql<boolean>`work_runs.status = 'succeeded'`
  if (show === 'cancelled') return sql<boolean>`work_runs.status = 'cancelled'`
  return undefined
}
