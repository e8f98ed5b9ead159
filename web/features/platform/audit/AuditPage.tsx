import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { getMe } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { listQuery } from '../../../shared/listSearch.ts'
import { RefusedPage } from '../../../shell/Pages.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { EventsTab } from './EventsTab.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { IntegrityTab } from './IntegrityTab.tsx'

const route = getRouteApi('/admin/audit')

export function AuditPage() {
  const search = route.useSearch()
  const me = useQuery(getMe()).data
  if (me && !me.roles.includes('admin') && !me.roles.includes('auditor'))
    return (
      <RefusedPage
        reason="Only administrators and auditors can see the audit trail. To see what changed on your own records, open their activity."
        homeHref={paths.home()}
      />
    )
  return (
    <Page
      title="Audit"
      description="Every change and denied request: who did it, with which credential, and the values before and after."
      actions={<ExportMenu query={listQuery(search)} />}
      tabs={
        <Tabs
          label="Audit"
          current={search.tab ?? 'events'}
          items={[
            { id: 'events', label: 'Events', href: paths.audit() },
            { id: 'integrity', label: 'Integrity', href: paths.audit({ tab: 'integrity' }) },
          ]}
        />
      }
    >
      {search.tab === 'integrity' ? <IntegrityTab /> : <EventsTab />}
    </Page>
  )
}
