import { GitCompareArrows } from 'lucide-react'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { Differences } from './Differences.tsx'
import { problemLabels, restoreLabels } from './labels.ts'
import type { LatestRestore, Report, Restore } from './types.ts'

export function ReportPanel({ restore, latest }: { restore: Restore; latest: LatestRestore }) {
  const { report, paused } = latest
  const compare = useCall('requestRestoreReport', ['databaseRestore'])
  const requestReport = async () => {
    try {
      await compare.mutateAsync({ params: { id: restore.id } })
    } catch (error) {
      toast.bad('Couldn’t start the comparison', { description: problemOf(error).message })
    }
  }
  return (
    <>
      <Panel
        title={report ? `Report ${report.number}` : 'Report'}
        description={report && <Origin {...report} />}
        actions={
          paused && (
            <Button
              icon={GitCompareArrows}
              loading={compare.isPending}
              disabledReason={reasonOf(latest, 'compare')}
              onClick={() => void requestReport()}
            >
              {restoreLabels.compare}
            </Button>
          )
        }
      >
        {report?.endedAt ? (
          <Outcome report={report} paused={paused} />
        ) : (
          <div className="space-y-2">
            <Progress label={restoreLabels.comparing} value={null} />
            <p className="text-sm text-ink-2">This can take some minutes, and only reads. You can leave the page.</p>
          </div>
        )}
      </Panel>
      {report?.endedAt && <Differences report={report} />}
    </>
  )
}

const Origin = ({ requestedAt, requestedBy, endedAt }: Report) => (
  <>
    {endedAt ? 'Completed' : 'Started'} <RelativeTime at={endedAt ?? requestedAt} />,{' '}
    {requestedBy ? `requested by ${requestedBy}` : 'automatic'}
  </>
)

function Outcome({ report, paused }: { report: Report; paused: boolean }) {
  const { unread, pendingDeletions } = report
  return (
    <div className="space-y-3">
      <Completeness {...report} />
      {pendingDeletions > 0 && (
        <Banner tone="warn" title={restoreLabels.pendingDeletions}>
          {count(pendingDeletions, 'account or sandbox', 'accounts and sandboxes')}. If a deletion was undone after the time of the data,
          undo it again. {paused && restoreLabels.pauseQueues}
        </Banner>
      )}
      {unread > 0 && (
        <Banner tone="warn" title={restoreLabels.unread}>
          {count(unread, 'part')}. The report doesn’t cover them.
        </Banner>
      )}
    </div>
  )
}

function Completeness({ total, problems }: Report) {
  if (problems.length > 0)
    return (
      <Banner tone="warn" title={restoreLabels.incomplete}>
        <p>An incomplete report can’t be accepted. Correct the causes, then compare again.</p>
        <ul className="mt-1 list-disc pl-4 wrap-anywhere">
          {problems.map(({ kind, message }) => (
            <li key={kind}>
              {problemLabels[kind]}: {message}
            </li>
          ))}
        </ul>
      </Banner>
    )
  if (total === 0)
    return (
      <Banner tone="ok" title={restoreLabels.noDifferences}>
        Subscriptions, groups, memberships and privileged roles are the same in external systems and in the restored data.
      </Banner>
    )
  return (
    <Banner tone="info" title={count(total, 'difference')}>
      Queued runs reuse what they created before the restore. Account requests that are open again do the same after approval.
    </Banner>
  )
}
