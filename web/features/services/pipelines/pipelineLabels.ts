import type { CallResult } from '../../../api/client.ts'
import type { Tone } from '../../../ui/Status.tsx'
import { mergeStatusLabels } from './labels.ts'

export type PullRequest = CallResult<'listPullRequests'>['items'][number]
type Facts = Pick<PullRequest, 'state' | 'conflicts' | 'checksState' | 'order'>

/** The most serious fact determines the status. */
export function statusOf({ state, conflicts, checksState, order }: Facts, isAutomatic: boolean): { tone: Tone; label: string } {
  if (state === 'merged') return { tone: 'ok', label: 'Merged' }
  if (state === 'closed') return { tone: 'bad', label: 'Closed without merging' }
  if (conflicts) return { tone: 'bad', label: 'Conflicts with main' }
  if (checksState === 'failure') return { tone: 'bad', label: mergeStatusLabels.checksFailed }
  if (checksState === 'pending') return { tone: 'busy', label: 'Checks running' }
  if (order || isAutomatic) return { tone: 'busy', label: 'Merging' }
  return { tone: 'ok', label: mergeStatusLabels.ready }
}

export function afterMerge({ kind, account }: Pick<PullRequest, 'kind' | 'account'>): string {
  return kind === 'onboarding'
    ? `Setup of ${account.name} continues immediately: the repository’s pipeline deploys its services.`
    : `The change to ${account.name} continues immediately: the repository’s pipeline deploys it.`
}

export const short = (sha: string) => sha.slice(0, 7)
