import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { useWork } from '../../../shared/useWork.ts'
import { count } from '../../../shared/waits.ts'
import { toast } from '../../../ui/Toast.tsx'
import type { StuckItem } from './types.ts'

/** Largest number of runs in one call. */
const batchSize = 100

/** Retries stuck work of any kind with the operation that the server names. */
export function useStuckRetry() {
  const { retry, busy } = useWork()
  const resuming = useCall('resumeEdgeRollout', ['edgeRollout'])
  const retryingJobs = useCall('retryQueue', ['queue'])
  const operations: Record<StuckItem['retry'], (items: StuckItem[]) => Promise<void>> = {
    async retryWork(items) {
      const runIds = items.flatMap(({ runId }) => runId ?? [])
      for (let start = 0; start < runIds.length; start += batchSize) await retry(runIds.slice(start, start + batchSize))
    },
    async resumeEdgeRollout(items) {
      for (const { subject, version, name } of items) {
        const call = { params: { id: subject.id }, body: { failed: 'retry' as const }, headers: ifMatch(version ?? 0) }
        await resuming.mutateAsync(call)
        toast.ok(`${name} resumed`)
      }
    },
    async retryQueue(items) {
      for (const { subject, name } of items) {
        const { queued, left } = await retryingJobs.mutateAsync({ params: { name: subject.id } })
        toast.ok(`${name}: ${count(queued, 'job')} retried`, left ? { description: 'More failed jobs remain. Retry again.' } : {})
      }
    },
  }
  return {
    busy: busy || resuming.isPending || retryingJobs.isPending,
    /** Items that can’t be retried are left out. */
    async retryStuck(items: readonly StuckItem[]) {
      const groups = Map.groupBy(
        items.filter(({ can }) => can.retry === true),
        ({ retry: operation }) => operation,
      )
      for (const [operation, group] of groups)
        await operations[operation](group).catch((error: unknown) => toast.bad('Couldn’t retry', { description: problemOf(error).message }))
    },
  }
}
