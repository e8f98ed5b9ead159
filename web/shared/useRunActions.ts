import type { CallResult } from '../api/client.ts'
import { runKinds } from '../api/cockpitQueries.ts'
import { problemOf } from '../api/problem.ts'
import { useCall } from '../api/useCall.ts'
import { toast } from '../ui/Toast.tsx'
import { runActionLabels } from './runActionLabels.ts'
import { count } from './waits.ts'

type Results = CallResult<'retryRuns'>

export function useRunActions() {
  const retrying = useCall('retryRuns', [...runKinds, 'sandbox'])
  const cancelling = useCall('cancelRuns', runKinds)
  const runAndNotify = async (describeDone: (runs: number) => string, call: Promise<Results>) => {
    const response = await call.catch((error: unknown) => {
      throw new Error(problemOf(error).message)
    })
    const rejection = response.results.filter(({ outcome }) => outcome !== 'done')
    if (response.done > 0) toast.ok(describeDone(response.done))
    if (rejection.length === 0) return
    const [first] = rejection
    toast.bad(`${count(rejection.length, 'run')} not changed`, {
      description: first?.reason ?? '',
    })
  }
  return {
    retry: (runIds: string[]) => runAndNotify(runActionLabels.retried, retrying.mutateAsync({ body: { runIds } })),
    cancelBefore: (runIds: string[], reason: string) =>
      runAndNotify(runActionLabels.cancelled, cancelling.mutateAsync({ body: { runIds, reason } })),
    cancelling,
    busy: retrying.isPending || cancelling.isPending,
  }
}
