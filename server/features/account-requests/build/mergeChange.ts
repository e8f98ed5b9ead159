import type { GitHost } from '../../../clients/git.ts'
import { CannotGoOn, type StepContext, Wait } from '../../../jobs/workflow.ts'

export interface Merged {
  pullRequest: number
  url: string
  mergeSha: string
}

/** One change of the landing-zone repository. */
export interface RepositoryChange {
  branch: string
  title: string
  body: string
  /** Puts and deletes the files of the change on its branch; done again after a crash, so each write must bear repeating. */
  write(git: GitHost, branch: string): Promise<void>
}

/**
 * Carries a change through one branch and one pull request, merged when its checks agree.
 * @returns undefined when the repository reads like this already, so that there was nothing to merge
 */
export async function mergeChange(
  context: Pick<StepContext<unknown>, 'clients' | 'memo' | 'remember'>,
  change: RepositoryChange,
): Promise<Merged | Wait | undefined> {
  const { git } = context.clients
  const { branch } = change
  let request = await git.findPullRequest(branch)
  if (request?.state === 'closed')
    throw new CannotGoOn(
      'pullRequestClosed',
      `Pull request #${request.number} was closed without being merged. Reopen it or find out why, then retry this step.`,
    )
  if (!request) {
    const base = (context.memo.base as string | undefined) ?? (await git.getBranchHead('main'))
    if (!base) throw new CannotGoOn('noMainBranch', 'The landing-zone repository has no branch main.')
    await context.remember({ ...context.memo, base })
    await git.ensureBranch(branch, base)
    await change.write(git, branch)
    if ((await git.getBranchHead(branch)) === base) {
      await git.deleteBranch(branch)
      return undefined
    }
    request = await git.openPullRequest({ branch, base: 'main', title: change.title, body: change.body })
  }
  const { number, url } = request
  if (request.state !== 'open') return { pullRequest: number, url, mergeSha: request.mergeSha ?? '' }
  const checks = await git.getChecks(request.headSha)
  const failed = checks.checks.filter((check) => check.state === 'failure').map((check) => check.name)
  if (checks.state === 'failure')
    throw new CannotGoOn(
      'checksFailed',
      `The checks of pull request #${number} failed (${failed.join(', ')}). Mend the change there, then retry this step.`,
    )
  if (checks.state === 'pending') return new Wait(`Pull request #${number} waits for its checks.`)
  const merge = await git.mergePullRequest(number, request.headSha)
  if (merge.outcome === 'headMoved') return new Wait(`Pull request #${number} was changed; its checks run again.`)
  if (merge.outcome === 'notMergeable') return new Wait(`Pull request #${number} cannot be merged yet: ${merge.reason}.`)
  return { pullRequest: number, url, mergeSha: merge.sha }
}

/** Waits until the repository's pipeline has carried these parts of a merged change out. */
export async function awaitPipeline(git: GitHost, mergeSha: string, wanted: string[]): Promise<Wait | undefined> {
  const { checks } = await git.getChecks(mergeSha)
  const stateOf = (name: string) => checks.find((check) => check.name === name)?.state ?? 'pending'
  const failed = wanted.filter((name) => stateOf(name) === 'failure')
  if (failed.length > 0)
    throw new CannotGoOn(
      'deliveryFailed',
      `The repository’s pipeline could not deliver ${failed.join(', ')}. See its log, mend it, then retry this step.`,
    )
  const open = wanted.filter((name) => stateOf(name) === 'pending')
  return open.length > 0 ? new Wait(`The pipeline is delivering ${open.join(', ')}.`) : undefined
}
