import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { getAccountDeployment } from '../../../api/deploymentQueries.ts'
import { isNotFound } from '../../../api/problem.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { RunTimeline } from '../../../shared/RunTimeline.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { Drawer } from '../../../ui/Dialog.tsx'
import { type KeyValue, KeyValues } from '../../../ui/KeyValues.tsx'
import { SkeletonFacts, SkeletonText } from '../../../ui/Skeleton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { DateTime, Duration } from '../../../ui/Time.tsx'
import { DeploymentStatus } from './DeploymentStatus.tsx'
import { clusterName, describeDeployment, plainAddress } from './deploymentLabels.ts'
import { deploymentTabLabels } from './labels.ts'

type Detail = CallResult<'getAccountDeployment'>

export function DeploymentDrawer({ accountId, id, onClose }: { accountId: string; id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(getAccountDeployment(accountId, id))
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={data ? describeDeployment(data, data.app) : 'Deployment'}>
      {data ? (
        <Body detail={data} />
      ) : isNotFound(error) ? (
        <EmptyState title="Deployment not found">This account has no deployment with this ID.</EmptyState>
      ) : error ? (
        <LoadError subject="the deployment" error={error} onRetry={refetch} />
      ) : (
        <>
          <SkeletonText lines={2} />
          <SkeletonFacts count={6} />
        </>
      )}
    </Drawer>
  )
}

function Body({ detail }: { detail: Detail }) {
  return (
    <div className="space-y-6">
      <div>
        <DeploymentStatus deployment={detail} pill />
        {detail.result && <p className="mt-2 wrap-anywhere">{detail.result}</p>}
      </div>
      <KeyValues items={facts(detail)} />
      {detail.run && <Steps run={detail.run} />}
    </div>
  )
}

function Steps({ run }: { run: NonNullable<Detail['run']> }) {
  return (
    <section aria-label={deploymentTabLabels.steps}>
      <h3 className="mb-3 font-semibold">{deploymentTabLabels.steps}</h3>
      <RunTimeline run={run} label={deploymentTabLabels.steps} />
    </section>
  )
}

function facts(detail: Detail): KeyValue[] {
  const { source, destination, prune } = detail.request
  return [
    { label: 'API key', value: detail.keyName },
    { label: 'Requested', value: <DateTime at={detail.createdAt} /> },
    { label: 'Duration', value: detail.startedAt && <Duration from={detail.startedAt} to={detail.endedAt ?? undefined} /> },
    { label: 'Argo CD project', value: detail.project },
    ...(detail.action === 'deploy'
      ? [
          { label: 'Requested revision', value: detail.revision && <CopyId value={detail.revision} kind="revision" /> },
          {
            label: 'Deployed revision',
            value: detail.deployedRevision && <CopyId value={detail.deployedRevision} kind="deployed revision" />,
          },
          {
            label: 'Source',
            value: source ? [plainAddress(source.repository), source.chart ?? source.path].filter(Boolean).join(' · ') : 'Same as before',
          },
          {
            label: 'Destination',
            value: destination
              ? `${destination.namespace} on ${clusterName(destination.cluster ?? destination.server ?? '')}`
              : 'Same as before',
          },
          { label: 'Resources not in the revision', value: prune ? 'Removed from the cluster' : 'Kept in the cluster' },
          ...(source?.parameters?.length
            ? [
                {
                  label: 'Chart values',
                  wide: true,
                  value: source.parameters.map(({ name, value }) => `${name} = ${value}`).join(', '),
                },
              ]
            : []),
        ]
      : []),
  ]
}
