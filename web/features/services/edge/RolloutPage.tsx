import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Ban, Pause, Waves as WavesIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { getEdgeRollout } from '../../../api/edgeQueries.ts'
import { isNotFound, problemOf } from '../../../api/problem.ts'
import { paths } from '../../../paths.ts'
import { Activity } from '../../../shared/Activity.tsx'
import { Loading } from '../../../shared/Loading.tsx'
import { isAllowed, reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { CountsBar, CountsLegend } from './CountsBar.tsx'
import { EdgeStatus } from './EdgeStatus.tsx'
import { built, countUnskippedStores, rolloutStatus } from './edgeLabels.ts'
import type { RolloutSearch } from './edgeSearch.ts'
import { HaltedBanner } from './HaltedBanner.tsx'
import { RegionMap } from './RegionMap.tsx'
import { RolloutFacts } from './RolloutFacts.tsx'
import { RolloutStores } from './RolloutStores.tsx'
import type { Rollout, StoreStatus } from './types.ts'
import { Waves } from './Waves.tsx'

const StopDialog = lazyComponent(() => import('./StopDialog.tsx').then(({ StopDialog }) => ({ default: StopDialog })))
const ResumeDialog = lazyComponent(() => import('./ResumeDialog.tsx').then(({ ResumeDialog }) => ({ default: ResumeDialog })))

const route = getRouteApi('/edge/rollouts/$id')
const breadcrumbs = [{ label: 'Edge stores', href: paths.edgeRollouts() }]

export function RolloutPage() {
  const { id } = route.useParams()
  const rollout = useQuery(getEdgeRollout(id))
  if (rollout.data) return <PageContent rollout={rollout.data} />
  return (
    <Page title="Rollout" breadcrumbs={breadcrumbs}>
      <Panel>
        {isNotFound(rollout.error) ? (
          <EmptyState icon={WavesIcon} title="Rollout not found" action={<Button href={paths.edgeRollouts()}>View all rollouts</Button>}>
            {problemOf(rollout.error).message}
          </EmptyState>
        ) : (
          <Loading subject="this rollout" query={rollout} lines={14} />
        )}
      </Panel>
    </Page>
  )
}

function PageContent({ rollout }: { rollout: Rollout }) {
  const { counts, status } = rollout
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [pendingAction, setPendingAction] = useState<'halt' | 'resume' | 'cancel'>()
  const change = (next: Partial<RolloutSearch>) =>
    void navigate({ search: (previous) => ({ ...previous, page: undefined, ...next }), replace: true, resetScroll: false })
  const isOver = status === 'completed' || status === 'cancelled'
  const selected = (search.status?.split(',') ?? []) as StoreStatus[]
  return (
    <Page
      title={rollout.name}
      breadcrumbs={breadcrumbs}
      aside={<EdgeStatus pill status={rolloutStatus(rollout)} />}
      description={
        <>
          <span className="font-mono text-sm">{rollout.reference}</span> · {count(counts.total, 'store')} in{' '}
          {count(rollout.waves.length, 'wave')} · launched by {rollout.createdBy.displayName} <RelativeTime at={rollout.createdAt} />
        </>
      }
      actions={
        !isOver && (
          <>
            <Button icon={Ban} disabledReason={reasonOf(rollout, 'cancel')} onClick={() => setPendingAction('cancel')}>
              Cancel remaining stores
            </Button>
            {status === 'running' && (
              <Button icon={Pause} disabledReason={reasonOf(rollout, 'halt')} onClick={() => setPendingAction('halt')}>
                Halt rollout
              </Button>
            )}
          </>
        )
      }
    >
      <div className="space-y-4">
        <HaltedBanner rollout={rollout} onResume={() => setPendingAction('resume')} onShowFailed={() => change({ status: 'failed' })} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] lg:grid-rows-[auto_1fr]">
          <div className="min-w-0 space-y-4">
            <Panel title="Progress" description={`${built(counts)} of ${count(countUnskippedStores(counts), 'store')} built`}>
              <CountsBar counts={counts} label="Progress" />
              <CountsLegend counts={counts} chosen={selected} onChoose={(next) => change({ status: next.join(',') || undefined })} />
            </Panel>
            <Waves rollout={rollout} chosen={search.wave} onChoose={(wave) => change({ wave })} />
          </div>
          <div className="lg:row-span-2">
            <RegionMap regions={rollout.regions} chosen={search.region} onChoose={(region) => change({ region })} />
          </div>
          <RolloutFacts rollout={rollout} />
        </div>
        <RolloutStores rollout={rollout} search={search} onChange={change} />
        {isAllowed(rollout, 'follow') && (
          <Panel title="Activity">
            <Activity kind="edgeRollout" id={rollout.id} />
          </Panel>
        )}
      </div>
      <Suspense>
        {pendingAction === 'resume' && <ResumeDialog rollout={rollout} onClose={() => setPendingAction(undefined)} />}
        {(pendingAction === 'halt' || pendingAction === 'cancel') && (
          <StopDialog what={pendingAction} rollout={rollout} onClose={() => setPendingAction(undefined)} />
        )}
      </Suspense>
    </Page>
  )
}
