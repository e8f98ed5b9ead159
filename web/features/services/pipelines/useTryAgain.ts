import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { toast } from '../../../ui/Toast.tsx'
import type { PullRequest } from './pipelineWords.ts'

/** Lets the run of a pull request look at it anew, after somebody has mended it at the host. */
export function useTryAgain({ run, number }: Pick<PullRequest, 'run' | 'number'>) {
  const retry = useCall('retryWorkStep', ['accountUpdate', 'accountRequest', 'account'])
  return {
    isPending: retry.isPending,
    async run() {
      try {
        await retry.mutateAsync({ params: { runId: run.id, name: run.step } })
        toast.ok(`Slipway looks at pull request #${number} again`)
      } catch (error) {
        toast.bad('Nothing was changed', { description: problemOf(error).message })
      }
    },
  }
}
