import { problemOf } from '../api/problem.ts'
import { useCall } from '../api/useCall.ts'
import { toast } from '../ui/Toast.tsx'

export function useStepActions(runId: string) {
  const retry = useCall('retryStep', ['accountRequest', 'accessRequest', 'accessGroup', 'account'])
  const skip = useCall('skipStep', ['accountRequest', 'accessRequest', 'accessGroup', 'account'])
  const runAndNotify = async (doneMessage: string, call: Promise<unknown>) => {
    try {
      await call
      toast.ok(doneMessage)
    } catch (error) {
      const { message, requestId } = problemOf(error)
      toast.bad('Couldn’t update the run', { description: requestId ? `${message} (${requestId})` : message })
      throw error
    }
  }
  return {
    onRetry: (name: string) => runAndNotify('Retrying the step', retry.mutateAsync({ params: { runId, name } })),
    onSkip: (name: string, reason: string) =>
      runAndNotify('Step skipped, run resumed', skip.mutateAsync({ params: { runId, name }, body: { reason } })),
  }
}
