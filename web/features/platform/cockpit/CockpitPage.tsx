import { useQuery } from '@tanstack/react-query'
import { getAuditStatus } from '../../../api/auditQueries.ts'
import { getRunsOverview, listConnectors } from '../../../api/cockpitQueries.ts'
import { AuditWarnings } from '../../../shared/AuditWarnings.tsx'
import { cockpitTabLabels, cockpitTabsLabel } from '../../../shared/cockpitTabLabels.ts'
import { Causes } from './Causes.tsx'
import { CockpitFrame } from './CockpitFrame.tsx'
import { Lanes } from './Lanes.tsx'
import { Pauses } from './Pauses.tsx'
import { RunList } from './RunList.tsx'
import { Tiles } from './Tiles.tsx'

export function CockpitPage() {
  const overview = useQuery(getRunsOverview())
  const connectors = useQuery({ ...listConnectors(), enabled: overview.data !== undefined }).data?.connectors
  const warnings = useQuery({ ...getAuditStatus(), enabled: overview.data !== undefined }).data?.warnings ?? []
  return (
    <CockpitFrame
      tab="work"
      title={cockpitTabsLabel}
      documentTitle={`${cockpitTabLabels.work} · ${cockpitTabsLabel}`}
      description="Runs in progress, failed runs, and how to fix them."
      subject="the runs"
      query={overview}
    >
      {(data) => (
        <div className="space-y-5">
          <AuditWarnings warnings={warnings} link />
          {data.pauses.length > 0 && <Pauses overview={data} />}
          <Tiles overview={data} connectors={connectors} />
          {data.causes.length > 0 && <Causes overview={data} />}
          {data.lanes.length > 0 && <Lanes lanes={data.lanes} />}
          <RunList overview={data} />
        </div>
      )}
    </CockpitFrame>
  )
}
