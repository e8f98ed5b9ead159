import { useQuery } from '@tanstack/react-query'
import { History, Play } from 'lucide-react'
import { useState } from 'react'
import { getPolicyReplay } from '../../../api/approvalPolicies.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { Select } from '../../../ui/Select.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { policyLabels } from './labels.ts'
import { ReplayChanges } from './ReplayChanges.tsx'
import { ReplayFigures } from './ReplayFigures.tsx'
import { describeReplayResult, describeUnrecorded } from './replayLabels.ts'
import type { ApprovalPolicy, ChangeKind } from './types.ts'

const spans = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '180', label: 'Last 180 days' },
  { value: '365', label: 'Last year' },
]

interface ReplayPanelProps {
  policy: ApprovalPolicy
  unsaved: boolean
  change: ChangeKind | undefined
  page: number
}

export function ReplayPanel({ policy, unsaved, change, page }: ReplayPanelProps) {
  const { id, version } = policy
  const query = useQuery(getPolicyReplay(id, version))
  const start = useCall('startPolicyReplay', ['policyReplay'])
  const [days, setDays] = useState<string>()
  if (query.error && !query.data) {
    return (
      <Panel>
        <LoadError subject="the replay" error={query.error} onRetry={() => query.refetch()} />
      </Panel>
    )
  }
  if (!query.data) {
    return (
      <Panel title="Replay">
        <SkeletonText lines={8} />
      </Panel>
    )
  }
  const { replay } = query.data
  const begin = async () => {
    try {
      await start.mutateAsync({ params: { id, version }, body: { days: Number(days ?? replay?.days ?? 90) } })
    } catch (error) {
      toast.bad('Couldn’t start the replay', { description: problemOf(error).message })
    }
  }
  const running = replay?.status === 'running'
  const controls = (
    <div className="flex flex-wrap items-end gap-2">
      <Select className="w-44" label="Period" hideLabel options={spans} value={days ?? String(replay?.days ?? 90)} onChange={setDays} />
      <Button
        variant={replay && !replay.stale ? 'secondary' : 'primary'}
        icon={Play}
        loading={start.isPending}
        disabledReason={reasonOf(query.data, 'start')}
        onClick={() => void begin()}
      >
        {replay ? 'Replay again' : policyLabels.replay}
      </Button>
    </div>
  )
  return (
    <div className="space-y-4">
      {unsaved && (
        <Banner tone="warn" title="You have unsaved changes">
          A replay uses the saved draft.
        </Banner>
      )}
      {replay?.stale && (
        <Banner tone="warn" title={policyLabels.outdatedReplay}>
          The draft was edited after this replay, so these figures are for an earlier draft. Replay it again.
        </Banner>
      )}
      {replay ? (
        <Panel
          title="Replay"
          description={
            <>
              {replay.startedBy.displayName} started it <RelativeTime at={replay.startedAt} />.
            </>
          }
          actions={controls}
        >
          {running ? (
            <Progress
              label="Replaying past requests"
              value={replay.total > 0 ? replay.checked / replay.total : null}
              text={`${formatNumber(replay.checked)} of ${formatNumber(replay.total)}`}
            />
          ) : (
            <p role="status">
              {replay.checked === 0
                ? `No requests of this kind were submitted in the last ${count(replay.days, 'day')}.`
                : describeReplayResult(replay)}
            </p>
          )}
        </Panel>
      ) : (
        <Panel>
          <EmptyState icon={History} title="No replay yet" action={controls}>
            A replay applies this draft to past requests and shows the different decisions, waits and notifications. Requests aren’t
            changed.
          </EmptyState>
        </Panel>
      )}
      {replay && replay.checked > replay.unrecorded && <ReplayFigures replay={replay} />}
      {replay && replay.checked > 0 && replay.checked === replay.unrecorded && !running && (
        <Banner tone="info" title="These requests can’t be replayed">
          {describeUnrecorded(replay)}
        </Banner>
      )}
      {replay?.flows.some(({ change: each }) => each) && <ReplayChanges policy={policy} replay={replay} change={change} page={page} />}
    </div>
  )
}
