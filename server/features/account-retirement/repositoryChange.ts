import type { Clients } from '../../clients/clients.ts'
import { CannotGoOn, Wait } from '../../jobs/workflow.ts'

export interface RepositoryChange {
  branch: string
  title: string
  body: string
  /** Null: the file goes. */
  files: { path: string; content: string | null }[]
}

/** Carries a change of the landing-zone repository through its pull request: one branch, one request, merged when its checks agree. */
export async function changeRepository({ git }: Pick<Clients, 'git'>, change: RepositoryChange): Promise<Record<string, unknown> | Wait> {
  const { branch, title, body, files } = change
  let request = await git.findPullRequest(branch)
  if (request?.state === 'closed')
    throw new CannotGoOn(
      'pullRequestClosed',
      `Pull request #${request.number} was closed without being merged. Reopen it or find out why, then retry this step.`,
    )
  if (!request) {
    const base = await git.getBranchHead('main')
    if (!base) throw new CannotGoOn('noMainBranch', 'The landing-zone repository has no branch main.')
    await git.ensureBranch(branch, base)
    for (const { path, content } of files)
      if (content === null) await git.deleteFile({ path, branch, message: title })
      else await git.putFile({ path, branch, content, message: title })
    request = await git.openPullRequest({ branch, base: 'main', title, body })
  }
  if (request.state === 'open') {
    const checks = await git.getChecks(request.headSha)
    const failed = checks.checks.filter((check) => check.state === 'failure').map((check) => check.name)
    if (checks.state === 'failure')
      throw new CannotGoOn(
        'checksFailed',
        `The checks of pull request #${request.number} failed (${failed.join(', ')}). Mend the change there, then retry this step.`,
      )
    if (checks.state === 'pending') return new Wait(`Pull request #${request.number} waits for its checks.`)
    const merge = await git.mergePullRequest(request.number, request.headSha)
    if (merge.outcome === 'headMoved') return new Wait(`Pull request #${request.number} was changed; its checks run again.`)
    if (merge.outcome === 'notMergeable') return new Wait(`Pull request #${request.number} cannot be merged yet: ${merge.reason}.`)
  }
  return { pullRequest: request.number, url: request.url }
}
