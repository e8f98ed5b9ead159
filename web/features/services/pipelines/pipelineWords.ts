import type { CallResult } from '../../../api/client.ts'
import type { Tone } from '../../../ui/Status.tsx'

export type PullRequest = CallResult<'listPullRequests'>['items'][number]
type Facts = Pick<PullRequest, 'state' | 'conflicts' | 'checksState' | 'order'>

export function standing({ state, conflicts, checksState, order }: Facts, automatic: boolean): { tone: Tone; word: string } {
  if (state === 'merged') return { tone: 'ok', word: 'Merged' }
  if (state === 'closed') return { tone: 'bad', word: 'Closed without a merge' }
  if (conflicts) return { tone: 'bad', word: 'Conflicts with main' }
  if (checksState === 'failure') return { tone: 'bad', word: 'Checks failed' }
  if (checksState === 'pending') return { tone: 'busy', word: 'Checks run' }
  if (order || automatic) return { tone: 'busy', word: 'Being merged' }
  return { tone: 'ok', word: 'Ready to merge' }
}

/** Explains what continues after the merge. */
export function afterMerge({ kind, account }: Pick<PullRequest, 'kind' | 'account'>): string {
  return kind === 'onboarding'
    ? `Setting up ${account.name} goes on at once: the repository’s pipeline delivers what was ordered with it.`
    : `The change of ${account.name} goes on at once: the repository’s pipeline delivers it.`
}

export const short = (sha: string) => sha.slice(0, 7)
