import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { listQuery } from '../../../shared/listSearch.ts'
import { Trend } from '../../../shared/Trend.tsx'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { eventLabels } from './auditLabels.ts'
import { EventsTab } from './EventsTab.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { IntegrityTab } from './IntegrityTab.tsx'

const route = getRouteApi('/admin/audit')

export function AuditPage() {
  const search = route.useSearch()
  const currentUser = useQuery(getMe()).data
  if (currentUser && !currentUser.roles.includes('admin') && !currentUser.roles.includes('auditor'))
    return <AccessDeniedPage reason={eventLabels.denied} homeHref={paths.home()} />
  return (
    <Page
      title="Audit trail"
      description="All changes and denied requests, with the person, the credential, and the values before and after."
      actions={<ExportMenu query={listQuery(search)} />}
      tabs={
        <Tabs
          label="Audit trail"
          current={search.tab ?? 'events'}
          items={[
            { id: 'events', label: 'Events', href: paths.audit() },
            { id: 'integrity', label: 'Integrity', href: paths.audit({ tab: 'integrity' }) },
          ]}
        />
      }
    >
      {search.tab !== 'integrity' && currentUser && <Trend name="audit" />}
      {search.tab === 'integrity' ? <IntegrityTab /> : <EventsTab />}
    </Page>
  )
}
