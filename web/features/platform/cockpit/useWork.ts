import type { CallResult } from '../../../api/client.ts'
import { workKinds } from '../../../api/cockpitQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { count } from '../../../shared/waits.ts'
import { toast } from '../../../ui/Toast.tsx'

type Results = CallResult<'retryWork'>

/** Retries or cancels runs and explains each that was rejected. */
export function useWork() {
  const retrying = useCall('retryWork', workKinds)
  const cancelling = useCall('cancelWork', workKinds)
  const said = async (done: string, call: Promise<Results>) => {
    let answer: Results
    try {
      answer = await call
    } catch (error) {
      throw new Error(problemOf(error).message)
    }
    const refused = answer.results.filter(({ outcome }) => outcome !== 'done')
    if (answer.done > 0) toast.ok(`${count(answer.done, 'run')} ${done}`)
    if (refused.length === 0) return
    const [first] = refused
    toast.bad(`${count(refused.length, 'run')} not changed`, {
      description: first?.reason ?? '',
    })
  }
  return {
    retry: (runIds: string[]) => said('retried', retrying.mutateAsync({ body: { runIds } })),
    cancelBefore: (runIds: string[], reason: string) => said('cancelled', cancelling.mutateAsync({ body: { runIds, reason } })),
    cancelling,
    busy: retrying.isPending || cancelling.isPending,
  }
}
