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

/** Whether a pull request can be merged. @param scannedAt the commit that the caller has reviewed */
export function canMerge(pull: PullRequestFacts, scannedAt?: string): Verdict {
  const { number, state, headSha, conflicts, checks } = pull
  if (state === 'merged') return 'This pull request is already merged.'
  if (state === 'closed')
    return `Pull request #${number} was closed without being merged. Reopen it at the host, or check why it was closed.`
  if (scannedAt !== undefined && scannedAt !== headSha)
    return `Pull request #${number} was changed since your review: it is at ${short(headSha)} now, not ${short(scannedAt)}. Review it again.`
  if (conflicts) return `Pull request #${number} conflicts with the main branch. Resolve the conflict on its branch, then merge it.`
  const named = (which: CheckState) => checks.checks.filter((check) => check.state === which).map((check) => check.name)
  if (checks.state === 'failure')
    return `The checks of pull request #${number} failed (${named('failure').join(', ')}). Fix the change on its branch; you can merge it when the checks pass.`
  if (checks.state === 'pending') {
    const open = named('pending')
    return `The checks of pull request #${number} ${open.length > 0 ? `still run (${open.join(', ')})` : 'have not started'}. Try again when they pass.`
  }
  return true
}

export function pullRequestCan(actor: Actor, pull: PullRequestFacts, runStatus: string): Record<'merge' | 'retry', Verdict> {
  if (actor.kind === 'person' && !actor.admin)
    return { merge: 'Only administrators can merge.', retry: 'Only administrators can retry a step. They are notified of failed runs.' }
  const stuck = runStatus === 'failed' || runStatus === 'waiting'
  return { merge: canMerge(pull), retry: stuck ? true : 'This pull request is being checked. Try again in a few seconds.' }
}

export function short(sha: string): string {
  return sha.slice(0, 7)
}
