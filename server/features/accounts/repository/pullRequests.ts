import { sql } from 'kysely'
import type { Checks, PullRequest } from '../../../clients/git/git.ts'
import type { Db } from '../../../db/database.ts'

export async function recordPullRequest(
  { db, runId, now }: { db: Db; runId: string; now: () => Date },
  { title, branch }: { title: string; branch: string },
  { number, url, state, headSha, mergeSha, conflicts = false }: PullRequest,
  checks?: Checks,
): Promise<void> {
  const at = now()
  await db
    .insertInto('pull_requests')
    .values(({ selectFrom }) => ({
      run_id: runId,
      branch,
      step: sql<string>`coalesce(${selectFrom('work_steps').select('name').where('run_id', '=', runId).where('status', '=', 'running').limit(1)}, '')`,
      number,
      url,
      title,
      head_sha: headSha,
      state,
      conflicts,
      checks_state: checks?.state ?? 'pending',
      checks: JSON.stringify(checks?.checks ?? []),
      merge_sha: mergeSha ?? null,
      opened_at: at,
      scanned_at: at,
      ordered_sha: null,
      ordered_by: null,
      ordered_at: null,
    }))
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'branch']).doUpdateSet((eb) => ({
        number,
        url,
        head_sha: headSha,
        state,
        conflicts,
        ...(checks ? { checks_state: checks.state, checks: JSON.stringify(checks.checks) } : {}),
        merge_sha: mergeSha ?? null,
        opened_at: eb.case().when('pull_requests.number', '=', number).then(eb.ref('pull_requests.opened_at')).else(at).end(),
        scanned_at: at,
      })),
    )
    .execute()
}

/** A requested merge applies to one commit only. */
export async function isMergeOrdered(db: Db, runId: string, branch: string, headSha: string): Promise<boolean> {
  const row = await db
    .selectFrom('pull_requests')
    .select('run_id')
    .where('run_id', '=', runId)
    .where('branch', '=', branch)
    .where('ordered_sha', '=', headSha)
    .executeTakeFirst()
  return row !== undefined
}
