import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Stethoscope } from 'lucide-react'
import { getDoctorReport, listConnectors } from '../../../api/cockpitQueries.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { CockpitFrame } from './CockpitFrame.tsx'
import { DoctorChanges } from './DoctorChanges.tsx'
import { DoctorSystem } from './DoctorSystem.tsx'
import { areAllOk, countChecks } from './doctorSummary.ts'
import { doctorLabels } from './labels.ts'
import type { DoctorCheck, DoctorReport } from './types.ts'

const rank: Record<DoctorCheck['status'], number> = { failed: 0, unknown: 1, warning: 2, unverified: 3, ok: 4 }

const worstOf = (checks: readonly DoctorCheck[]) => Math.min(...checks.map(({ status }) => rank[status]))

export function DoctorPage() {
  const connectors = useQuery(listConnectors())
  const run = useCall('runDoctor', [])
  const client = useQueryClient()
  const stored = getDoctorReport(connectors.data?.can.act === true)
  const last = useQuery(stored)
  const report = last.data?.report ?? undefined
  const query: UseQueryResult<unknown> = stored.enabled ? last : connectors
  const check = async () => {
    try {
      client.setQueryData(stored.queryKey, { report: await run.mutateAsync({}) })
    } catch (error) {
      toast.bad('Couldn’t run the check', { description: problemOf(error).message })
    }
  }
  return (
    <CockpitFrame
      tab="doctor"
      title="Doctor"
      description={
        <>
          Slipway checks its database, sign-in and permissions in external systems once a day. The check changes nothing.{' '}
          {report && <LastCheck {...report} />}
        </>
      }
      subject="the checks"
      query={query}
      actions={
        isAllowed(connectors.data, 'act') && (
          <Button variant={report ? 'secondary' : 'primary'} icon={Stethoscope} loading={run.isPending} onClick={() => void check()}>
            {report ? doctorLabels.rerun : doctorLabels.check}
          </Button>
        )
      }
    >
      {() => (
        <div className="space-y-4">
          {!report && (
            <Panel>
              <EmptyState icon={Stethoscope} title={doctorLabels.notChecked}>
                {stored.enabled ? 'The check takes up to 30 seconds.' : doctorLabels.administratorsOnly}
              </EmptyState>
            </Panel>
          )}
          <p aria-live="polite" className={report ? 'text-sm text-ink-2' : 'sr-only'}>
            {report && describe(report.checks)}
          </p>
          {report && <DoctorChanges {...report} />}
          {[...Map.groupBy(report?.checks ?? [], ({ category }) => category)]
            .toSorted(([, one], [, other]) => worstOf(one) - worstOf(other))
            .map(([category, checks]) => (
              <Panel key={category} title={category}>
                <DoctorSystem category={category} checks={checks} />
              </Panel>
            ))}
        </div>
      )}
    </CockpitFrame>
  )
}

function LastCheck({ checkedAt, checkedBy }: DoctorReport) {
  return (
    <>
      Checked <RelativeTime at={checkedAt} /> by {checkedBy ?? 'Slipway'}.
    </>
  )
}

const describe = (checks: readonly DoctorCheck[]): string => `${areAllOk(checks) ? doctorLabels.allPassed : countChecks(checks)}.`
