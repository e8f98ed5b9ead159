import type { Verdict } from '../../../auth/access.ts'
import type { Actor } from '../../../auth/actor.ts'
import type { CheckState, PullRequestCheck } from '../../../db/tables.ts'

export interface PullRequestFacts {
  number: number
  state: 'open' | 'merged' | 'closed'
  headSha: string
  conflicts: boolean
  checks: { state: CheckState; checks: PullRequestCheck[] }
}

/**
 * Returns whether a pull request can be merged.
 * @param reviewedSha the commit that the caller has reviewed
 */
export function canMerge(pullRequest: PullRequestFacts, reviewedSha?: string): Verdict {
  const { number, state, headSha, conflicts, checks } = pullRequest
  if (state === 'merged') return 'This pull request is already merged.'
  if (state === 'closed')
    return `Pull request #${number} was closed without being merged. Reopen it at the Git host, or check why it was closed.`
  if (reviewedSha !== undefined && reviewedSha !== headSha)
    return `Pull request #${number} was changed since your review, from commit ${shortSha(reviewedSha)} to ${shortSha(headSha)}. Review it again.`
  if (conflicts) return `Pull request #${number} conflicts with the main branch. Resolve the conflict on its branch, then try again.`
  const checkNames = (checkState: CheckState) => checks.checks.filter((check) => check.state === checkState).map((check) => check.name)
  if (checks.state === 'failure')
    return `The checks of pull request #${number} failed (${checkNames('failure').join(', ')}). Fix the change on its branch; you can merge it when the checks pass.`
  if (checks.state === 'pending') {
    const pendingNames = checkNames('pending')
    return `The checks of pull request #${number} ${pendingNames.length > 0 ? `still run (${pendingNames.join(', ')})` : 'have not started'}. Try again when they pass.`
  }
  return true
}

export function pullRequestCan(actor: Actor, pullRequest: PullRequestFacts, runStatus: string): Record<'merge' | 'retry', Verdict> {
  if (actor.kind === 'person' && !actor.admin)
    return { merge: 'Only administrators can merge.', retry: 'Only administrators can retry a step. They are notified of failed runs.' }
  const isStuck = runStatus === 'failed' || runStatus === 'waiting'
  return { merge: canMerge(pullRequest), retry: isStuck ? true : 'This pull request is being checked. Try again in a few seconds.' }
}

export function shortSha(sha: string): string {
  return sha.slice(0, 7)
}
