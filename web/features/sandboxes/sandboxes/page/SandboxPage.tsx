import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { isNotFound } from '../../../../api/problem.ts'
import { getSandbox } from '../../../../api/sandboxPageQueries.ts'
import { paths } from '../../../../paths.ts'
import { LoadError } from '../../../../shared/LoadError.tsx'
import { SubscriptionFacts } from '../../../../shared/SubscriptionFacts.tsx'
import { NotFoundPage } from '../../../../shell/Pages.tsx'
import { lazyComponent } from '../../../../ui/lazyComponent.tsx'
import { Page } from '../../../../ui/Page.tsx'
import { Panel } from '../../../../ui/Panel.tsx'
import { SkeletonFacts, SkeletonText } from '../../../../ui/Skeleton.tsx'
import { Tabs } from '../../../../ui/Tabs.tsx'
import { useNow } from '../../../../ui/useNow.ts'
import { SandboxStatus } from '../SandboxStatus.tsx'
import { describeFreeze, describeStatus } from './describeStatus.ts'
import { OverviewTab } from './OverviewTab.tsx'
import { SandboxActions } from './SandboxActions.tsx'
import { sandboxPageLabels } from './sandboxPageLabels.ts'
import type { DialogName } from './types.ts'

const PeopleTab = lazyComponent(() => import('./PeopleTab.tsx').then(({ PeopleTab }) => ({ default: PeopleTab })))
const ResourcesTab = lazyComponent(() => import('./ResourcesTab.tsx').then(({ ResourcesTab }) => ({ default: ResourcesTab })))
const ActivityTab = lazyComponent(() => import('./ActivityTab.tsx').then(({ ActivityTab }) => ({ default: ActivityTab })))
const Dialogs = lazyComponent(() => import('./Dialogs.tsx').then(({ Dialogs }) => ({ default: Dialogs })))

const route = getRouteApi('/sandboxes/$id')
const breadcrumbs = [{ label: 'Sandboxes', href: paths.sandboxes() }]
const tabs = [
  { id: 'people', label: sandboxPageLabels.people },
  { id: 'resources', label: 'Resources' },
  { id: 'activity', label: sandboxPageLabels.activity },
] as const

export function SandboxPage() {
  const { id } = route.useParams()
  const { tab = 'overview' } = route.useSearch()
  const { data: sandbox, error, refetch } = useQuery(getSandbox(id))
  const [open, setOpen] = useState<DialogName>()
  const now = useNow('halfMinute')
  if (isNotFound(error)) return <NotFoundPage subject="sandbox" homeHref={paths.sandboxes()} homeLabel="Sandboxes" />
  if (!sandbox) {
    return (
      <Page title="Sandbox" breadcrumbs={breadcrumbs}>
        <Panel>
          {error ? (
            <LoadError subject="the sandbox" error={error} onRetry={refetch} />
          ) : (
            <>
              <SkeletonText lines={3} />
              <SkeletonFacts count={8} />
            </>
          )}
        </Panel>
      </Page>
    )
  }
  const isOverview = !tabs.some(({ id }) => id === tab)
  const offered = isOverview
    ? describeStatus(sandbox, now).next.map(({ dialog: what }) => what)
    : tab === 'people'
      ? (['invite'] as const)
      : []
  return (
    <Page
      title={sandbox.name}
      breadcrumbs={breadcrumbs}
      aside={<SandboxStatus status={sandbox.status} warning={describeFreeze(sandbox, now)} pill />}
      description={
        <SubscriptionFacts
          facts={[sandbox.template.name, sandbox.tower.name]}
          subscriptionId={sandbox.subscriptionId}
          description={sandbox.purpose}
        />
      }
      actions={<SandboxActions sandbox={sandbox} offered={offered} onOpen={setOpen} />}
      tabs={
        <Tabs
          label="Sandbox"
          current={isOverview ? 'overview' : tab}
          items={[
            { id: 'overview', label: 'Overview', href: paths.sandbox(id) },
            ...tabs.map((each) => ({ ...each, href: paths.sandbox(id, each.id) })),
          ]}
        />
      }
    >
      <Suspense
        fallback={
          <Panel>
            <SkeletonText lines={8} />
          </Panel>
        }
      >
        {tab === 'people' ? (
          <PeopleTab sandbox={sandbox} onOpen={setOpen} />
        ) : tab === 'resources' ? (
          <ResourcesTab sandbox={sandbox} />
        ) : tab === 'activity' ? (
          <ActivityTab sandbox={sandbox} />
        ) : (
          <OverviewTab sandbox={sandbox} onOpen={setOpen} />
        )}
      </Suspense>
      <Suspense>{open && <Dialogs open={open} sandbox={sandbox} onOpenChange={(next) => !next && setOpen(undefined)} />}</Suspense>
    </Page>
  )
}
