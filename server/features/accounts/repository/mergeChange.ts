import type { GitHost, PullRequest } from '../../../clients/git/git.ts'
import { NonRetryableError, type StepContext, Wait } from '../../../workflows/workflow.ts'
import { isMergeOrdered, recordPullRequest } from './pullRequests.ts'

export interface MergedChange {
  pullRequest: number
  url: string
  mergeSha: string
}

interface RepositoryChange {
  branch: string
  title: string
  body: string
  /** Writes and deletes the files on the branch. This is repeated after a crash, so each write must be idempotent. */
  write(git: GitHost, branch: string): Promise<void>
}

export type ChangeContext = Pick<StepContext<unknown>, 'clients' | 'config' | 'db' | 'checkpoint' | 'now' | 'saveCheckpoint' | 'runId'>

/** A person can take two weeks to merge the pull request. */
const manualTimeoutMinutes = 14 * 24 * 60

export const mergeNotes = {
  waitsForChecks: 'is waiting for its checks.',
  ready: 'is ready to be merged manually.',
  blocked: (reason: string) => `can’t be merged yet: ${reason.replace(/\.$/, '')}.`,
}

export const checksFailed = (number: number, checks: string[]): string =>
  `The checks of pull request #${number} failed (${checks.join(', ')}). Fix the change in the pull request, then retry this step.`

/**
 * Makes a change in the repository through one branch and one pull request. The pull request is merged when its checks pass and, if the
 * setting requires it, a person has requested the merge.
 * @returns undefined if the repository already has this content
 */
export async function mergeChange(context: ChangeContext, change: RepositoryChange): Promise<MergedChange | Wait | undefined> {
  const { git } = context.clients
  const request = (await git.findPullRequest(change.branch)) ?? (await openPullRequest(context, change))
  if (!request) return undefined
  const { number, url, headSha } = request
  if (request.state !== 'open') await recordPullRequest(context, change, request)
  if (request.state === 'merged') return { pullRequest: number, url, mergeSha: request.mergeSha ?? '' }
  if (request.state === 'closed')
    throw new NonRetryableError(
      'pullRequestClosed',
      `Pull request #${number} was closed without being merged. Check why it was closed and reopen it, then retry this step.`,
    )
  const checks = await git.getChecks(headSha, number)
  await recordPullRequest(context, change, request, checks)
  const failed = checks.checks.filter((check) => check.state === 'failure').map((check) => check.name)
  if (checks.state === 'failure') throw new NonRetryableError('checksFailed', checksFailed(number, failed))
  const isManualMerge = context.config.merge === 'onRequest'
  const waitFor = (waitReason: string) =>
    new Wait(`Pull request #${number} ${waitReason}`, undefined, isManualMerge ? manualTimeoutMinutes : undefined)
  if (checks.state === 'pending') return waitFor(mergeNotes.waitsForChecks)
  if (isManualMerge && !(await isMergeOrdered(context.db, context.runId, change.branch, headSha))) return waitFor(mergeNotes.ready)
  const merge = await git.mergePullRequest(number, headSha)
  if (merge.outcome === 'headMoved') return waitFor('was changed, so its checks are running again.')
  if (merge.outcome === 'inProgress') return waitFor('is being merged.')
  if (merge.outcome === 'merged') {
    await recordPullRequest(context, change, { ...request, state: 'merged', mergeSha: merge.sha }, checks)
    return { pullRequest: number, url, mergeSha: merge.sha }
  }
  await recordPullRequest(context, change, { ...request, conflicts: merge.conflicts }, checks)
  if (merge.conflicts)
    throw new NonRetryableError(
      'conflicts',
      `Pull request #${number} conflicts with the main branch. Resolve the conflict in the pull request, then retry this step.`,
    )
  return waitFor(mergeNotes.blocked(merge.reason))
}

async function openPullRequest(context: ChangeContext, change: RepositoryChange): Promise<PullRequest | undefined> {
  const { git } = context.clients
  const { branch, title, body } = change
  const baseSha = (context.checkpoint.base as string | undefined) ?? (await git.getBranchHead('main'))
  if (!baseSha) throw new NonRetryableError('noMainBranch', 'The landing-zone repository has no main branch.')
  await context.saveCheckpoint({ ...context.checkpoint, base: baseSha })
  await git.ensureBranch(branch, baseSha)
  await change.write(git, branch)
  if ((await git.getBranchHead(branch)) === baseSha) {
    await git.deleteBranch(branch)
    return undefined
  }
  return git.openPullRequest({ branch, base: 'main', title, body })
}

export async function awaitPipeline(git: GitHost, mergeSha: string, checkNames: string[]): Promise<Wait | undefined> {
  const { checks } = await git.getChecks(mergeSha)
  const stateOf = (name: string) => checks.find((check) => check.name === name)?.state ?? 'pending'
  const failed = checkNames.filter((name) => stateOf(name) === 'failure')
  if (failed.length > 0)
    throw new NonRetryableError(
      'deliveryFailed',
      `The repository’s pipeline couldn’t deliver ${failed.join(', ')}. Check its log, fix the cause, then retry this step.`,
    )
  const pendingChecks = checkNames.filter((name) => stateOf(name) === 'pending')
  return pendingChecks.length > 0 ? new Wait(`The pipeline is delivering ${pendingChecks.join(', ')}.`) : undefined
}
