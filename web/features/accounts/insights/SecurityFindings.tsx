import { useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { getVulnerabilitySummary } from '../../../api/queries.ts'
import { call } from '../../../api/queryCall.ts'
import { EmptyState } from '../../../ui/States.tsx'
import { InsightPanel } from './InsightPanel.tsx'
import { findingLabels, insightPanels } from './labels.ts'
import { SecurityFindingList } from './SecurityFindingList.tsx'
import { SecuritySummary } from './SecuritySummary.tsx'
import { useInsight } from './useInsight.ts'

export function SecurityFindings({ accountId }: { accountId: string }) {
  const client = useQueryClient()
  const insight = useInsight(
    getVulnerabilitySummary(accountId),
    () => call('getVulnerabilitySummary', { params: { id: accountId }, query: { refresh: true } }),
    // The list of findings uses the same response from Azure.
    () => void client.invalidateQueries({ queryKey: ['listResourceVulnerabilities', { params: { id: accountId } }] }),
  )
  return (
    <InsightPanel
      title={insightPanels.vulnerabilities.title}
      what={insightPanels.vulnerabilities.subject}
      icon={ShieldOff}
      insight={insight}
      lines={10}
      flush
    >
      {(data) =>
        data.total === 0 ? (
          <div className="p-4">
            <EmptyState icon={ShieldCheck} title={findingLabels.none}>
              Defender scans machines, container registries and databases about once a day.
            </EmptyState>
          </div>
        ) : (
          <>
            <SecuritySummary summary={data} />
            <SecurityFindingList accountId={accountId} summary={data} />
          </>
        )
      }
    </InsightPanel>
  )
}
