import { useQuery } from '@tanstack/react-query'
import { pollGroupCreation } from '../../../api/queries.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Status } from '../../../ui/Status.tsx'
import { type StepStatus, Timeline } from '../../../ui/Timeline.tsx'
import type { AccessGroup } from './types.ts'

const statuses: Record<string, StepStatus> = {
  pending: 'queued',
  running: 'running',
  waiting: 'waiting',
  succeeded: 'done',
  failed: 'failed',
  skipped: 'skipped',
}
const everyMs = 3_000

/** Shows the steps of a group’s creation, or one sentence to people who can’t see the run. */
export function GroupProgress({ accountId, group }: { accountId: string; group: AccessGroup }) {
  const job = useQuery({
    ...pollGroupCreation(accountId, group.jobId ?? ''),
    enabled: group.jobId !== null,
    // Change events update the steps; polling is needed if the event stream is lost.
    refetchInterval: ({ state }) => (state.data?.status === 'succeeded' || state.data?.status === 'failed' ? false : everyMs),
  })
  if (group.jobId === null) {
    return (
      <p className="mt-2 text-sm">
        {group.status === 'failed' ? <Status tone="bad">Creation failed</Status> : <Status tone="busy">Creating group</Status>}
      </p>
    )
  }
  return (
    <div className="mt-3 rounded-md border border-line bg-sunken p-3">
      {job.data?.reason && (
        <div className="mb-3">
          <Banner tone="bad" title={`Couldn’t create ${group.name}`}>
            {job.data.reason}
          </Banner>
        </div>
      )}
      {job.data ? (
        <Timeline
          label={`Steps to create ${group.name}`}
          steps={job.data.steps.map((step) => ({
            id: step.name,
            title: step.title,
            status: statuses[step.status] ?? 'queued',
            note: step.status === 'waiting' ? step.note : undefined,
            startedAt: step.startedAt ?? undefined,
            endedAt: step.endedAt ?? undefined,
            attempts: step.attempts,
            error: step.status === 'waiting' || step.status === 'failed' ? step.error : undefined,
          }))}
        />
      ) : (
        <SkeletonText lines={4} />
      )}
    </div>
  )
}
