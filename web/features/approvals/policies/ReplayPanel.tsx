import { useQuery } from '@tanstack/react-query'
import { History, Play } from 'lucide-react'
import { useState } from 'react'
import { getPolicyReplay } from '../../../api/approvalPolicies.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { Failed } from '../../../shared/Failed.tsx'
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
import { ReplayChanges } from './ReplayChanges.tsx'
import { ReplayFigures } from './ReplayFigures.tsx'
import type { ApprovalPolicy, ChangeKind } from './types.ts'

const spans = [
  { value: '30', label: 'The last 30 days' },
  { value: '90', label: 'The last 90 days' },
  { value: '180', label: 'The last 180 days' },
  { value: '365', label: 'The last year' },
]

interface ReplayPanelProps {
  policy: ApprovalPolicy
  unsaved: boolean
  change: ChangeKind | undefined
  page: number
}

export function ReplayPanel({ policy, unsaved, change, page }: ReplayPanelProps) {
  const { id, version } = policy
  const answer = useQuery(getPolicyReplay(id, version))
  const start = useCall('startPolicyReplay', ['policyReplay'])
  const [days, setDays] = useState<string>()
  if (answer.error && !answer.data) {
    return (
      <Panel>
        <Failed what="The replay" error={answer.error} onRetry={() => answer.refetch()} />
      </Panel>
    )
  }
  if (!answer.data) {
    return (
      <Panel title="Replay">
        <SkeletonText lines={8} />
      </Panel>
    )
  }
  const { replay } = answer.data
  const begin = async () => {
    try {
      await start.mutateAsync({ params: { id, version }, body: { days: Number(days ?? replay?.days ?? 90) } })
    } catch (error) {
      toast.bad('The replay did not start', { description: problemOf(error).message })
    }
  }
  const running = replay?.status === 'running'
  const controls = (
    <div className="flex flex-wrap items-end gap-2">
      <Select
        className="w-44"
        label="How far back"
        hideLabel
        options={spans}
        value={days ?? String(replay?.days ?? 90)}
        onChange={setDays}
      />
      <Button
        variant={replay && !replay.stale ? 'secondary' : 'primary'}
        icon={Play}
        loading={start.isPending}
        disabledReason={reasonOf(answer.data, 'start')}
        onClick={() => void begin()}
      >
        {replay ? 'Replay again' : 'Replay'}
      </Button>
    </div>
  )
  return (
    <div className="space-y-4">
      {unsaved && (
        <Banner tone="warn" title="What you typed last is not saved">
          A replay tries the draft as it was saved.
        </Banner>
      )}
      {replay?.stale && (
        <Banner tone="warn" title="The draft has been edited since">
          These figures are of how it was before. Replay it again.
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
              label="Looking at past requests"
              value={replay.total > 0 ? replay.looked / replay.total : null}
              text={`${formatNumber(replay.looked)} of ${formatNumber(replay.total)}`}
            />
          ) : (
            <p role="status">
              {replay.looked === 0
                ? `Nothing of this kind was asked for in the last ${count(replay.days, 'day')}.`
                : `${count(replay.looked, 'request')} looked at: ${replay.changed === 0 ? 'none would have gone otherwise' : `${formatNumber(replay.changed)} would have gone otherwise`}.`}
            </p>
          )}
        </Panel>
      ) : (
        <Panel>
          <EmptyState icon={History} title="Not tried yet" action={controls}>
            A replay goes through past requests one by one and shows which decisions, waits and notices would have been otherwise. It
            changes nothing.
          </EmptyState>
        </Panel>
      )}
      {replay && replay.looked > replay.unrecorded && <ReplayFigures replay={replay} />}
      {replay && replay.looked > 0 && replay.looked === replay.unrecorded && !running && (
        <Banner tone="info" title="Nothing can be said of these requests">
          They were filed before their facts were recorded. Requests from now on can be replayed.
        </Banner>
      )}
      {replay && replay.changed > 0 && <ReplayChanges policy={policy} replay={replay} change={change} page={page} />}
    </div>
  )
}
