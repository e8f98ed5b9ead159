import { useQuery } from '@tanstack/react-query'
import { getDatabaseRestore } from '../../../api/adminQueries.ts'
import { isDenied } from '../../../api/problem.ts'
import { paths } from '../../../paths.ts'
import { cockpitTabsLabel } from '../../../shared/cockpitTabLabels.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { AccessDeniedPage } from '../../../shell/Pages.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Status } from '../../../ui/Status.tsx'
import { AcceptButton } from './AcceptButton.tsx'
import { restoreLabels } from './labels.ts'
import { NeverRestored } from './NeverRestored.tsx'
import { PausedFacts } from './PausedFacts.tsx'
import { ReportPanel } from './ReportPanel.tsx'
import { RestoreFacts } from './RestoreFacts.tsx'
import type { LatestRestore } from './types.ts'

export function RestorePage() {
  const query = useQuery(getDatabaseRestore())
  const { data: latest, error } = query
  if (error && isDenied(error))
    return <AccessDeniedPage reason="Only administrators and auditors can see restores of the database." homeHref={paths.home()} />
  return (
    <Page
      title={restoreLabels.title}
      breadcrumbs={[{ label: cockpitTabsLabel, href: paths.runs() }]}
      description="After a restore, Slipway is paused until an administrator accepts the report on differences from external systems."
      aside={latest?.restore && <RestoreStatus {...latest} />}
      actions={latest?.paused && <AcceptButton latest={latest} />}
    >
      {!latest ? (
        <Panel>
          <Loading subject="the database restore" query={query} lines={8} />
        </Panel>
      ) : !latest.restore ? (
        <NeverRestored />
      ) : (
        <div className="space-y-5">
          <RestoreFacts restore={latest.restore} paused={latest.paused} />
          {latest.paused && <PausedFacts />}
          {(latest.paused || latest.report) && <ReportPanel restore={latest.restore} latest={latest} />}
        </div>
      )}
    </Page>
  )
}

function RestoreStatus({ paused, restore }: LatestRestore) {
  if (paused)
    return (
      <Status pill tone="warn">
        {restoreLabels.paused}
      </Status>
    )
  if (!restore?.acceptedAt) return null
  return (
    <Status pill tone="ok">
      {restoreLabels.accepted}
    </Status>
  )
}
