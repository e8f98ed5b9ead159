import { getRouteApi } from '@tanstack/react-router'
import { History, Rocket, RotateCw, ServerOff } from 'lucide-react'
import { Suspense } from 'react'
import { listAccountDeployments } from '../../../api/deploymentQueries.ts'
import { call } from '../../../api/queryCall.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { CloudTab } from '../../accounts/insights/CloudTab.tsx'
import { type Insight, useInsight } from '../../accounts/insights/useInsight.ts'
import { AppList } from './AppList.tsx'
import { DeploymentGuide, DeploymentSettings } from './DeployingHere.tsx'
import { DeploymentTable } from './DeploymentTable.tsx'
import { summarizeDryRun } from './deploymentLabels.ts'
import { deploymentTabLabels } from './labels.ts'
import type { Account, AccountDeployments } from './types.ts'

const DeploymentDrawer = lazyComponent(() =>
  import('./DeploymentDrawer.tsx').then(({ DeploymentDrawer }) => ({ default: DeploymentDrawer })),
)

const route = getRouteApi('/accounts/$id')

export function DeploymentsTab({ account }: { account: Account }) {
  return (
    <CloudTab account={account} title="You can’t see this account’s deployments">
      <Deployments account={account} />
    </CloudTab>
  )
}

function Deployments({ account }: { account: Account }) {
  const { deployment } = route.useSearch()
  const navigate = route.useNavigate()
  const insight = useInsight(listAccountDeployments(account.id), () =>
    call('listAccountDeployments', { params: { id: account.id }, query: { refresh: true } }),
  )
  const { data: found, error, refresh } = insight
  if (!found)
    return (
      <Panel title={deploymentTabLabels.applications}>
        <Loading subject="the deployments" query={{ error, refetch: refresh }} lines={8} />
      </Panel>
    )
  return (
    <>
      {found.configured ? <SetUp account={account} found={found} insight={insight} /> : <DeploymentNotSetUp found={found} />}
      {found.deployments.length > 0 && (
        <>
          <h2 className="pt-2 text-base font-semibold">Deployments</h2>
          <DeploymentTable accountId={account.id} deployments={found.deployments} />
        </>
      )}
      {found.configured && (
        <>
          <DeploymentSettings found={found} />
          <DeploymentGuide account={account} found={found} />
        </>
      )}
      {deployment && (
        <Suspense>
          <DeploymentDrawer
            accountId={account.id}
            id={deployment}
            onClose={() => void navigate({ search: (previous) => ({ ...previous, deployment: undefined }), resetScroll: false })}
          />
        </Suspense>
      )}
    </>
  )
}

function SetUp({ account, found, insight }: { account: Account; found: AccountDeployments; insight: Insight<AccountDeployments> }) {
  const { apps, problem, fetchedAt } = found
  const { isFetching, refresh, error } = insight
  const emptyState = describeUnavailable(found)
  return (
    <>
      {problem && (
        <Banner tone={fetchedAt ? 'info' : 'warn'} title={fetchedAt ? deploymentTabLabels.unavailable : deploymentTabLabels.unreachable}>
          <p>{problem}</p>
          {!fetchedAt && <p>The last known data is shown below.</p>}
        </Banner>
      )}
      {error && (
        <Banner tone="warn" title="Couldn’t refresh the applications">
          {error.message}
        </Banner>
      )}
      <Panel
        title={deploymentTabLabels.applications}
        flush={apps.length > 0}
        description={
          fetchedAt ? (
            <>
              {summarizeDryRun(apps) && `${summarizeDryRun(apps)} · `}Updated <RelativeTime at={fetchedAt} />
            </>
          ) : isFetching ? (
            'Loading from Argo CD…'
          ) : undefined
        }
        actions={
          <Button size="sm" icon={RotateCw} loading={isFetching} onClick={refresh}>
            Refresh<span className="sr-only"> the applications</span>
          </Button>
        }
      >
        {apps.length > 0 ? (
          <AppList accountId={account.id} apps={apps} />
        ) : (
          <EmptyState icon={Rocket} title={emptyState.title}>
            {emptyState.next}
          </EmptyState>
        )}
      </Panel>
    </>
  )
}

function describeUnavailable({ problem, fetchedAt }: AccountDeployments): { title: string; next: string } {
  if (problem && fetchedAt)
    return { title: 'No Argo CD project yet', next: 'Applications appear here after Argo CD has a project for the account.' }
  if (problem) return { title: 'Applications unavailable', next: 'Applications appear here when Argo CD is available again.' }
  return {
    title: 'No applications yet',
    next: 'The first deployment from a pipeline creates an application. See the example below.',
  }
}

function DeploymentNotSetUp({ found }: { found: AccountDeployments }) {
  const past = found.deployments.length > 0
  return (
    <Panel>
      <EmptyState icon={past ? History : ServerOff} title="No deployment tool configured">
        Administrators can connect Argo CD with SLIPWAY_ARGOCD_ENDPOINT and SLIPWAY_ARGOCD_TOKEN.
      </EmptyState>
    </Panel>
  )
}
