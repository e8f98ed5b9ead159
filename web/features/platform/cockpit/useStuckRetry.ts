import { useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { useRunActions } from '../../../shared/useRunActions.ts'
import { count } from '../../../shared/waits.ts'
import { toast } from '../../../ui/Toast.tsx'
import { runBatches } from './runBatches.ts'
import type { StuckItem } from './types.ts'

export function useStuckRetry() {
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set())
  const { retry } = useRunActions()
  const resuming = useCall('resumeEdgeRollout', ['edgeRollout'])
  const retryingJobs = useCall('retryQueue', ['queue'])
  /** A failed call doesn't stop the other calls. */
  const operations: Record<StuckItem['retry'], (items: StuckItem[]) => (() => Promise<void>)[]> = {
    retryRuns: (items) => runBatches(items).map((runIds) => () => retry(runIds)),
    resumeEdgeRollout: (items) =>
      items.map(({ subject, version, name }) => async () => {
        const call = { params: { id: subject.id }, body: { failed: 'retry' as const }, headers: ifMatch(version ?? 0) }
        await resuming.mutateAsync(call)
        toast.ok(`${name} resumed`)
      }),
    retryQueue: (items) =>
      items.map(({ subject, name }) => async () => {
        const { queued, left } = await retryingJobs.mutateAsync({ params: { name: subject.id } })
        toast.ok(`${name}: ${count(queued, 'job')} retried`, left ? { description: 'More failed jobs remain. Retry again.' } : {})
      }),
  }
  return {
    busyIds,
    async retryStuck(items: readonly StuckItem[]) {
      const retried = items.filter(({ can }) => can.retry === true)
      const ids = new Set(retried.map(({ id }) => id))
      setBusyIds((busy) => busy.union(ids))
      for (const [operation, group] of Map.groupBy(retried, (item) => item.retry))
        for (const call of operations[operation](group))
          await call().catch((error: unknown) => toast.bad('Couldn’t retry', { description: problemOf(error).message }))
      setBusyIds((busy) => busy.difference(ids))
    },
  }
}
