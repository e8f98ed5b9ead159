import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { toast } from '../../../ui/Toast.tsx'
import type { PullRequest } from './pipelineLabels.ts'

/** Retries the run after a person has fixed the pull request at the Git host. */
export function useRetry({ run, number }: Pick<PullRequest, 'run' | 'number'>) {
  const retry = useCall('retryStep', ['accountUpdate', 'accountRequest', 'account'])
  return {
    isPending: retry.isPending,
    async run() {
      try {
        await retry.mutateAsync({ params: { runId: run.id, name: run.step } })
        toast.ok(`Checking pull request #${number} again`)
      } catch (error) {
        toast.bad('Couldn’t retry the checks', { description: problemOf(error).message })
      }
    },
  }
}
