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

/** Whether a pull request can be merged as it stands. `lookedAt`: the commit whoever asks has looked at. */
export function mayMerge(pull: PullRequestFacts, lookedAt?: string): Verdict {
  const { number, state, headSha, conflicts, checks } = pull
  if (state === 'merged') return 'It has been merged already.'
  if (state === 'closed')
    return `Pull request #${number} was closed without being merged. Reopen it at the host, or find out why it was closed.`
  if (lookedAt !== undefined && lookedAt !== headSha)
    return `Pull request #${number} was changed since it was looked at: it stands at ${short(headSha)} now, not ${short(lookedAt)}. Look at it again.`
  if (conflicts)
    return `Pull request #${number} conflicts with what the main branch holds by now. Resolve the conflict on its branch, then merge it.`
  const named = (which: CheckState) => checks.checks.filter((check) => check.state === which).map((check) => check.name)
  if (checks.state === 'failure')
    return `The checks of pull request #${number} failed (${named('failure').join(', ')}). Mend the change on its branch; it can be merged when they agree.`
  if (checks.state === 'pending') {
    const open = named('pending')
    return `The checks of pull request #${number} ${open.length > 0 ? `still run (${open.join(', ')})` : 'have not begun'}. Ask again when they agree.`
  }
  return true
}

/** What the actor may do about a pull request that a run waits for. */
export function pullRequestCan(actor: Actor, pull: PullRequestFacts, runStatus: string): Record<'merge' | 'retry', Verdict> {
  if (actor.kind === 'person' && !actor.admin)
    return { merge: 'Only administrators merge.', retry: 'Administrators retry a step; they see it in their list of stuck work.' }
  const stuck = runStatus === 'failed' || runStatus === 'waiting'
  return { merge: mayMerge(pull), retry: stuck ? true : 'It is being looked at right now.' }
}

/** A commit as people write it. */
export function short(sha: string): string {
  return sha.slice(0, 7)
}
