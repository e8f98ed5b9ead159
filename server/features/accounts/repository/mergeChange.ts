import type { GitHost, PullRequest } from '../../../clients/git/git.ts'
import { NonRetryableError, type StepContext, Wait } from '../../../workflows/workflow.ts'
import { isMergeOrdered, notePullRequest } from './pullRequests.ts'

export interface Merged {
  pullRequest: number
  url: string
  mergeSha: string
}

export interface RepositoryChange {
  branch: string
  title: string
  body: string
  /** Writes and deletes the files on the branch. A crash repeats this, so each write must be idempotent. */
  write(git: GitHost, branch: string): Promise<void>
}

export type ChangeContext = Pick<StepContext<unknown>, 'clients' | 'config' | 'db' | 'checkpoint' | 'now' | 'remember' | 'runId'>

/** A merge by hand can take a fortnight. */
const manualTimeoutMinutes = 14 * 24 * 60

/**
 * Brings a change through one branch and one pull request. It is merged when its checks pass and, where the setting requires it, a person
 * has requested the merge. @returns undefined when the repository already has this content
 */
export async function mergeChange(context: ChangeContext, change: RepositoryChange): Promise<Merged | Wait | undefined> {
  const { git } = context.clients
  const request = (await git.findPullRequest(change.branch)) ?? (await propose(context, change))
  if (!request) return undefined
  const { number, url, headSha } = request
  if (request.state !== 'open') await notePullRequest(context, change, request)
  if (request.state === 'merged') return { pullRequest: number, url, mergeSha: request.mergeSha ?? '' }
  if (request.state === 'closed')
    throw new NonRetryableError(
      'pullRequestClosed',
      `Pull request #${number} was closed without being merged. Reopen it or find out why, then retry this step.`,
    )
  const checks = await git.getChecks(headSha, number)
  await notePullRequest(context, change, request, checks)
  const failed = checks.checks.filter((check) => check.state === 'failure').map((check) => check.name)
  if (checks.state === 'failure')
    throw new NonRetryableError(
      'checksFailed',
      `The checks of pull request #${number} failed (${failed.join(', ')}). Fix the change there, then retry this step.`,
    )
  const byHand = context.config.merge === 'onRequest'
  const wait = (what: string) => new Wait(`Pull request #${number} ${what}`, undefined, byHand ? manualTimeoutMinutes : undefined)
  if (checks.state === 'pending') return wait('waits for its checks.')
  if (byHand && !(await isMergeOrdered(context.db, context.runId, change.branch, headSha))) return wait('is ready to be merged manually.')
  const merge = await git.mergePullRequest(number, headSha)
  if (merge.outcome === 'headMoved') return wait('was changed; its checks run again.')
  if (merge.outcome === 'underWay') return wait('is being merged.')
  if (merge.outcome === 'merged') {
    await notePullRequest(context, change, { ...request, state: 'merged', mergeSha: merge.sha }, checks)
    return { pullRequest: number, url, mergeSha: merge.sha }
  }
  await notePullRequest(context, change, { ...request, conflicts: merge.conflicts }, checks)
  if (merge.conflicts)
    throw new NonRetryableError(
      'conflicts',
      `Pull request #${number} conflicts with the main branch. Resolve it there, then retry this step.`,
    )
  return wait(`can’t be merged yet: ${merge.reason.replace(/\.$/, '')}.`)
}

async function propose(context: ChangeContext, change: RepositoryChange): Promise<PullRequest | undefined> {
  const { git } = context.clients
  const { branch, title, body } = change
  const base = (context.checkpoint.base as string | undefined) ?? (await git.getBranchHead('main'))
  if (!base) throw new NonRetryableError('noMainBranch', 'The landing-zone repository has no branch main.')
  await context.remember({ ...context.checkpoint, base })
  await git.ensureBranch(branch, base)
  await change.write(git, branch)
  if ((await git.getBranchHead(branch)) === base) {
    await git.deleteBranch(branch)
    return undefined
  }
  return git.openPullRequest({ branch, base: 'main', title, body })
}

export async function awaitPipeline(git: GitHost, mergeSha: string, wanted: string[]): Promise<Wait | undefined> {
  const { checks } = await git.getChecks(mergeSha)
  const stateOf = (name: string) => checks.find((check) => check.name === name)?.state ?? 'pending'
  const failed = wanted.filter((name) => stateOf(name) === 'failure')
  if (failed.length > 0)
    throw new NonRetryableError(
      'deliveryFailed',
      `The repository’s pipeline couldn’t deliver ${failed.join(', ')}. Check its log, fix the cause, then retry this step.`,
    )
  const open = wanted.filter((name) => stateOf(name) === 'pending')
  return open.length > 0 ? new Wait(`The pipeline is delivering ${open.join(', ')}.`) : undefined
}
