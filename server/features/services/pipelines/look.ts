import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { canMerge, short } from './policy.ts'
import { latestRun, type PullRequestRow, readPullRequests } from './queries.ts'

/** Selects a pull request by subject, account or number. */
export interface PullRequestQuery {
  subjectKind: 'accountRequest' | 'accountUpdate'
  subjectId?: string | undefined
  accountId?: string | undefined
  pullRequest?: number | undefined
}

const maxNamed = 10

/** Finds the selected pull request. @throws invalidRequest, notFound @throws conflict if several are open */
export async function findPullRequestRow(
  db: Db,
  { subjectKind, subjectId, accountId, pullRequest }: PullRequestQuery,
): Promise<PullRequestRow> {
  if (!subjectId && !accountId && !pullRequest) {
    const field = subjectKind === 'accountRequest' ? 'requestId' : 'updateId'
    const message = `Set ${field}, accountId or pullRequest to choose a pull request.`
    throw new Failure('invalidRequest', message, { errors: [{ field, message }] })
  }
  const rows = await readPullRequests(
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
  const open = rows.filter(({ state }) => state !== 'merged')
  if (open.length > 1) {
    const names = open.map(({ number, reference }) => `#${number} (${reference})`).join(', ')
    throw new Failure('conflict', `Several pull requests match: ${names}. Choose one by its number.`)
  }
  return row
}

/** Refreshes a pull request from its host. */
export async function lookNow({ git }: Pick<Clients, 'git'>, row: PullRequestRow): Promise<PullRequestRow> {
  const pull = await git.getPullRequest(row.number)
  const checks = await git.getChecks(pull.headSha, row.number)
  return {
    ...row,
    head_sha: pull.headSha,
    state: pull.state,
    conflicts: pull.conflicts ?? false,
    merge_sha: pull.mergeSha ?? null,
    checks_state: checks.state,
    checks: checks.checks,
  }
}

/** Checks a pull request before its merge. @throws conflict with the changed files if the branch has newer commits */
export async function lookBeforeMerge(
  context: { db: Db; clients: Clients },
  wanted: PullRequestQuery,
  headSha: string | undefined,
): Promise<PullRequestRow> {
  const known = await findPullRequestRow(context.db, wanted)
  if (known.state === 'merged') return known
  const row = await lookNow(context.clients, known)
  if (row.state === 'merged') return row
  const facts = { ...row, headSha: row.head_sha, checks: { state: row.checks_state, checks: row.checks } }
  const verdict = canMerge(facts, headSha)
  if (verdict === true) return row
  const moved = headSha !== undefined && headSha !== row.head_sha && row.state === 'open'
  const changed = moved ? await context.clients.git.changedFiles(headSha, row.head_sha) : []
  const files =
    changed.length > 0
      ? ` Changed between ${short(headSha ?? '')} and ${short(row.head_sha)}: ${changed.slice(0, maxNamed).join(', ')}${changed.length > maxNamed ? ` and ${changed.length - maxNamed} more` : ''}.`
      : ''
  throw new Failure('conflict', `${verdict}${files} See ${row.url}`)
}
