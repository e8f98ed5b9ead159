import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { canMerge, shortSha } from './policy.ts'
import { latestRun, loadPullRequests, type PullRequestRow } from './queries.ts'

interface PullRequestQuery {
  subjectKind: 'accountRequest' | 'accountUpdate'
  subjectId?: string | undefined
  accountId?: string | undefined
  pullRequest?: number | undefined
}

const maxNamed = 10

/** @throws invalidRequest, notFound @throws conflict if several are open */
async function findPullRequestRow(db: Db, { subjectKind, subjectId, accountId, pullRequest }: PullRequestQuery): Promise<PullRequestRow> {
  if (!subjectId && !accountId && !pullRequest) {
    const field = subjectKind === 'accountRequest' ? 'requestId' : 'updateId'
    const message = `Set ${field}, accountId or pullRequest to choose a pull request.`
    throw new Failure('invalidRequest', message, { errors: [{ field, message }] })
  }
  const rows = await loadPullRequests(
    db,
    sql`where r.subject_kind = ${subjectKind} and (p.state = 'merged' or ${latestRun})
      and ${subjectId ? sql`r.subject_id = ${subjectId}` : sql`true`}
      and ${accountId ? sql`a.id = ${accountId}` : sql`true`}
      and ${pullRequest ? sql`p.number = ${pullRequest}` : sql`true`}
      order by p.state = 'merged', p.opened_at desc, p.number desc limit ${maxNamed}`,
  )
  const [row] = rows
  if (!row)
    throw new Failure('notFound', 'This pull request doesn’t exist in Slipway. You can merge only pull requests that Slipway opened.')
  const unmergedRows = rows.filter(({ state }) => state !== 'merged')
  if (unmergedRows.length > 1) {
    const names = unmergedRows.map(({ number, reference }) => `#${number} (${reference})`).join(', ')
    throw new Failure('conflict', `Several pull requests match: ${names}. Choose one by its number.`)
  }
  return row
}

export async function refreshPullRequest({ git }: Pick<Clients, 'git'>, row: PullRequestRow): Promise<PullRequestRow> {
  const pullRequest = await git.getPullRequest(row.number)
  const checks = await git.getChecks(pullRequest.headSha, row.number)
  return {
    ...row,
    head_sha: pullRequest.headSha,
    state: pullRequest.state,
    conflicts: pullRequest.conflicts ?? false,
    merge_sha: pullRequest.mergeSha ?? null,
    checks_state: checks.state,
    checks: checks.checks,
  }
}

/** Checks a pull request before its merge. @throws conflict with the changed files if the branch has newer commits */
export async function refreshBeforeMerge(
  context: { db: Db; clients: Clients },
  search: PullRequestQuery,
  headSha: string | undefined,
): Promise<PullRequestRow> {
  const pullRequestRow = await findPullRequestRow(context.db, search)
  if (pullRequestRow.state === 'merged') return pullRequestRow
  const row = await refreshPullRequest(context.clients, pullRequestRow)
  if (row.state === 'merged') return row
  const facts = { ...row, headSha: row.head_sha, checks: { state: row.checks_state, checks: row.checks } }
  const verdict = canMerge(facts, headSha)
  if (verdict === true) return row
  const hasMoved = headSha !== undefined && headSha !== row.head_sha && row.state === 'open'
  const changed = hasMoved ? await context.clients.git.changedFiles(headSha, row.head_sha) : []
  const files =
    changed.length > 0
      ? ` Changed between ${shortSha(headSha ?? '')} and ${shortSha(row.head_sha)}: ${changed.slice(0, maxNamed).join(', ')}${changed.length > maxNamed ? ` and ${changed.length - maxNamed} more` : ''}.`
      : ''
  throw new Failure('conflict', `${verdict}${files} See ${row.url}`)
}
