import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { getMe } from '../../../api/queries.ts'
import { listSandboxRuns } from '../../../api/sandboxQueries.ts'
import { paths } from '../../../paths.ts'
import { Trend } from '../../../shared/Trend.tsx'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { TemplatesTab } from './TemplatesTab.tsx'
import { hostLabels, sandboxAdminDenied, templateFormLabels, workLabels } from './templateLabels.ts'

const CapacityTab = lazyComponent(() => import('./CapacityTab.tsx').then(({ CapacityTab }) => ({ default: CapacityTab })))
const RunsTab = lazyComponent(() => import('./RunsTab.tsx').then(({ RunsTab }) => ({ default: RunsTab })))
const HostDialog = lazyComponent(() => import('./HostDialog.tsx').then(({ HostDialog }) => ({ default: HostDialog })))

const route = getRouteApi('/admin/sandboxes')
const about = {
  templates: 'Sandboxes that people can request, with their limits and approval rules.',
  capacity: 'Sandbox hosts, their free capacity and the queue.',
  work: 'Failed and active runs of sandboxes.',
}

export function AdminPage() {
  const { tab = 'templates' } = route.useSearch()
  const currentUser = useQuery(getMe()).data
  const isResponsible = currentUser?.roles.includes('admin') || currentUser?.roles.includes('auditor')
  const stuck = useQuery({ ...listSandboxRuns(), enabled: isResponsible === true }).data?.stuck ?? 0
  const [isAdding, setIsAdding] = useState(false)
  if (currentUser && !isResponsible) {
    return <AccessDeniedPage reason={sandboxAdminDenied} homeHref={paths.sandboxes()} homeLabel="Sandboxes" />
  }
  return (
    <Page
      title="Sandbox setup"
      description={about[tab]}
      actions={
        currentUser?.roles.includes('admin') &&
        (tab === 'templates' ? (
          <Button variant="primary" icon={Plus} href={paths.sandboxTemplate('new')}>
            {templateFormLabels.create}
          </Button>
        ) : (
          tab === 'capacity' && (
            <Button variant="primary" icon={Plus} onClick={() => setIsAdding(true)}>
              {hostLabels.add}
            </Button>
          )
        ))
      }
      tabs={
        <Tabs
          label="Sandbox setup"
          current={tab}
          items={[
            { id: 'templates', label: 'Templates', href: paths.sandboxAdmin() },
            { id: 'capacity', label: 'Capacity', href: paths.sandboxAdmin('capacity') },
            {
              id: 'work',
              label: workLabels.tab,
              href: paths.sandboxAdmin('work'),
              ...(stuck > 0 && { count: stuck, countTone: 'bad' as const }),
            },
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
        {tab === 'templates' && <TemplatesTab />}
        {tab === 'capacity' && isResponsible && <Trend name="sandboxes" />}
        {tab === 'capacity' && <CapacityTab />}
        {tab === 'work' && <RunsTab />}
        {isAdding && <HostDialog host={undefined} onOpenChange={setIsAdding} />}
      </Suspense>
    </Page>
  )
}
