import { setTimeout as delay } from 'node:timers/promises'
import { type Actor, actorName } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { type Reply, reply } from '../../../http/operation.ts'
import { wakeRun } from '../../../runs/wakeRun.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import type { PullRequestRow } from './queries.ts'
import type { MergeResult } from './schemas.ts'

const maxPolls = 20
const pollIntervalMs = 150

interface MergeContext {
  db: Db
  jobs: Jobs
  caller: Actor
  now: () => Date
  audit(event: { subject: { kind: string; id: string }; before?: unknown; after?: unknown }): void
  changed(kind: string, id: string): Promise<void>
}

/**
 * Records that a merge was requested and wakes the run, which performs the merge. The run therefore always knows about the merge, and
 * nothing is lost if a crash happens in between. A pull request that is already merged is returned unchanged.
 */
export async function requestMerge(context: MergeContext, row: PullRequestRow): Promise<Reply<MergeResult>> {
  const { db, jobs, caller, now, audit, changed } = context
  const subject = { kind: row.subject_kind, id: row.subject_id }
  const mergeFields = { pullRequest: row.number, headSha: row.head_sha }
  if (row.state === 'merged') {
    audit({ subject, after: { ...mergeFields, merged: 'already' } })
    // The pull request was merged on the Git host, so the run can continue immediately.
    await wakeRun(db, jobs, row.run_id, now(), row.step)
    return reply(200, presentMerge(row))
  }
  await db
    .updateTable('pull_requests')
    .set({ ordered_sha: row.head_sha, ordered_by: actorName(caller), ordered_at: now() })
    .where('run_id', '=', row.run_id)
    .where('branch', '=', row.branch)
    .execute()
  await wakeRun(db, jobs, row.run_id, now(), row.step)
  audit({ subject, before: { ...mergeFields, run: row.run_status }, after: { ...mergeFields, merge: 'ordered' } })
  await changed(subject.kind, subject.id)
  return reply(202, presentMerge(row))
}

/** Waits briefly after the commit, because a merge usually takes only a second or two. */
export async function waitUntilMerged({ db }: { db: Db }, response: Reply<MergeResult>): Promise<Reply<MergeResult>> {
  if (response.status !== 202) return response
  const { runId, pullRequest } = response.body
  for (let poll = 0; poll < maxPolls; poll++) {
    const row = await db
      .selectFrom('pull_requests')
      .select(['merge_sha', 'state'])
      .where('run_id', '=', runId)
      .where('number', '=', pullRequest)
      .executeTakeFirst()
    if (row?.state === 'merged')
      return reply(200, { ...response.body, ...describeMerge({ number: pullRequest, state: 'merged' }), mergeSha: row.merge_sha })
    await delay(pollIntervalMs)
  }
  return response
}

function presentMerge(row: PullRequestRow): MergeResult {
  return {
    ...describeMerge(row),
    pullRequest: row.number,
    url: row.url,
    headSha: row.head_sha,
    mergeSha: row.merge_sha,
    reference: row.reference,
    accountId: row.account_id,
    runId: row.run_id,
  }
}

function describeMerge({ number, state }: Pick<PullRequestRow, 'number' | 'state'>): Pick<MergeResult, 'outcome' | 'message'> {
  return state === 'merged'
    ? { outcome: 'merged', message: `Pull request #${number} is merged, and its run continues.` }
    : { outcome: 'merging', message: `Pull request #${number} is being merged. Check again in a moment.` }
}
