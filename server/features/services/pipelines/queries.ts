import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { Database, RunStatus } from '../../../db/tables.ts'
import { pullRequestCan } from './policy.ts'
import type { RunPullRequest } from './schemas.ts'

export interface PullRequestRow extends Selectable<Database['pull_requests']> {
  run_status: RunStatus
  subject_kind: 'accountRequest' | 'accountUpdate'
  subject_id: string
  step_title: string
  note: string | null
  error: string | null
  reference: string
  account_id: string | null
  account_name: string
}

/** Matches run `r` if it is the latest of its subject. Older runs must not be resumed. */
export const latestRun = sql<boolean>`not exists (
  select from work_runs later where later.subject_kind = r.subject_kind and later.subject_id = r.subject_id and later.created_at > r.created_at)`

/** Matches runs that still need the pull request. Deleted accounts and skipped steps are excluded. */
export const hasPendingRun = sql<boolean>`p.state <> 'merged' and r.status <> 'succeeded'
  and s.status not in ('succeeded', 'skipped') and a.status is distinct from 'deleted' and ${latestRun}`

const pullRequestsFrom = sql`pull_requests p
    join work_runs r on r.id = p.run_id
    join work_steps s on s.run_id = p.run_id and s.name = p.step
    left join account_requests q on r.subject_kind = 'accountRequest' and q.id = r.subject_id
    left join account_updates u on r.subject_kind = 'accountUpdate' and u.id = r.subject_id
    left join accounts a on a.id = coalesce(u.account_id, q.account_id)`

/** If several reasons apply to a pull request, the most serious reason is its `state`. */
export function blockedPullRequests(openedBefore: Date): RawBuilder<unknown> {
  return sql`select p.run_id, p.number, p.title, p.url, p.opened_at, coalesce(u.reference, q.reference) as reference,
      case when p.state = 'closed' then 'closed' when p.conflicts then 'conflicts' when p.checks_state = 'failure' then 'checksFailed'
        else 'overdue' end as state
    from ${pullRequestsFrom}
    where ${hasPendingRun} and (p.state = 'closed' or p.conflicts or p.checks_state = 'failure' or p.opened_at < ${openedBefore})`
}

/** Selects rows of `pullRequestsFrom`; `clauses` adds the condition and the order. */
export async function loadPullRequests(db: Db, clauses: RawBuilder<unknown>): Promise<PullRequestRow[]> {
  const { rows } = await sql<PullRequestRow>`
    select p.*, r.status as run_status, r.subject_kind, r.subject_id, s.title as step_title, s.note, s.error ->> 'message' as error,
      coalesce(u.reference, q.reference) as reference, a.id as account_id, coalesce(a.name, q.name) as account_name
    from ${pullRequestsFrom}
    ${clauses}`.execute(db)
  return rows
}

export function presentPullRequest(actor: Actor, row: PullRequestRow): RunPullRequest {
  const checks = row.checks.map(({ name, state, summary, url }) => ({ name, state, summary: summary || null, url: url ?? null }))
  const facts = {
    number: row.number,
    state: row.state,
    headSha: row.head_sha,
    conflicts: row.conflicts,
    checks: { state: row.checks_state, checks: row.checks },
  }
  return {
    number: row.number,
    url: row.url,
    title: row.title,
    branch: row.branch,
    headSha: row.head_sha,
    state: row.state,
    conflicts: row.conflicts,
    checksState: row.checks_state,
    checks,
    mergeSha: row.merge_sha,
    openedAt: row.opened_at.toISOString(),
    scannedAt: row.scanned_at.toISOString(),
    order:
      row.ordered_sha && row.ordered_by && row.ordered_at
        ? { by: row.ordered_by, at: row.ordered_at.toISOString(), headSha: row.ordered_sha }
        : null,
    kind: row.subject_kind === 'accountRequest' ? 'onboarding' : 'update',
    reference: row.reference,
    account: { id: row.account_id, name: row.account_name },
    subject: { kind: row.subject_kind, id: row.subject_id },
    run: {
      id: row.run_id,
      status: row.run_status,
      step: row.step,
      stepTitle: row.step_title,
      note: row.note,
      error: row.error,
    },
    can: pullRequestCan(actor, facts, row.run_status),
  }
}
