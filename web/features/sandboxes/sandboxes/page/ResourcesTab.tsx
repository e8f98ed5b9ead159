import { useQuery } from '@tanstack/react-query'
import { Boxes, RotateCw } from 'lucide-react'
import type { CallResult } from '../../../../api/client.ts'
import { problemOf } from '../../../../api/problem.ts'
import { getSandboxSpend, listSandboxResources } from '../../../../api/sandboxPageQueries.ts'
import { useCall } from '../../../../api/useCall.ts'
import { LoadError } from '../../../../shared/LoadError.tsx'
import { reasonOf } from '../../../../shared/reasonOf.ts'
import { typeName } from '../../../../shared/typeName.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/Panel.tsx'
import { AccessDeniedState, EmptyState } from '../../../../ui/States.tsx'
import { Status } from '../../../../ui/Status.tsx'
import { RelativeTime } from '../../../../ui/Time.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import type { Column } from '../../../../ui/tableTypes.ts'
import type { Sandbox } from './types.ts'

type Resource = CallResult<'listSandboxResources'>['items'][number]

export function ResourcesTab({ sandbox }: { sandbox: Sandbox }) {
  const hiddenReason = reasonOf(sandbox, 'seeInside')
  const spend = useQuery({ ...getSandboxSpend(sandbox.id), enabled: hiddenReason === undefined })
  const list = useQuery({ ...listSandboxResources(sandbox.id), enabled: hiddenReason === undefined })
  const scanNow = useCall('refreshSandboxSpend', ['sandbox'])
  if (hiddenReason) {
    return (
      <Panel>
        <AccessDeniedState title="You can’t see this sandbox’s resources" reason={hiddenReason} />
      </Panel>
    )
  }
  const data = spend.data
  const emptyTitle = sandbox.status === 'deleted' ? 'No resources left' : 'No resources yet'
  const refreshResources = () =>
    scanNow.mutateAsync({ params: { id: sandbox.id } }).catch((error: unknown) => toast.bad(problemOf(error).message))
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-64 text-ink-2">
          {data && (
            <>
              {formatMoney({ amount: Math.round(data.hourlyRate), currency: data.currency })} an hour now
              {data.scannedAt && (
                <>
                  , updated <RelativeTime at={data.scannedAt} />
                </>
              )}
              .
            </>
          )}
        </p>
        {sandbox.status !== 'deleted' && (
          <Button icon={RotateCw} loading={scanNow.isPending} onClick={refreshResources}>
            Refresh
          </Button>
        )}
      </div>
      {data?.problem && <Banner tone="warn" title={data.problem} />}
      <DataTable
        label="Resources"
        columns={columnsFor(data?.currency ?? sandbox.budget.currency)}
        rows={list.data?.items}
        rowId={(row) => row.id}
        error={
          list.error && !list.data ? <LoadError subject="the resources" error={list.error} onRetry={() => list.refetch()} /> : undefined
        }
        empty={
          <EmptyState icon={Boxes} title={emptyTitle}>
            {sandbox.status === 'deleted'
              ? 'All resources were removed. We verified the removal in Azure.'
              : 'Resources in the sandbox appear here with their cost.'}
          </EmptyState>
        }
      />
    </div>
  )
}

const columnsFor = (currency: string): Column<Resource>[] => [
  { id: 'name', header: 'Name', width: 260, rowHeader: true, fixed: true, cell: (row) => <span title={row.id}>{row.name}</span> },
  { id: 'type', header: 'Type', width: 200, cell: (row) => typeName(row.type) },
  {
    id: 'running',
    header: 'Status',
    width: 130,
    cell: (row) =>
      row.running === null || row.provisioningState !== 'Succeeded' || (row.running && !computeTypePattern.test(row.type)) ? (
        <Status tone={row.provisioningState === 'Failed' ? 'bad' : 'neutral'}>{stateLabel(row.provisioningState)}</Status>
      ) : (
        <Status tone={row.running ? 'ok' : 'neutral'}>{row.running ? 'Running' : 'Stopped'}</Status>
      ),
  },
  {
    id: 'rate',
    header: 'Cost per hour',
    width: 160,
    align: 'end',
    cell: (row) =>
      row.hourlyRate === null ? (
        <span className="text-ink-2">{row.running === null ? 'not priced yet' : 'usage-based'}</span>
      ) : (
        <span className="tabular-nums">{hourly(row.hourlyRate, currency)}</span>
      ),
  },
]

const computeTypePattern = /\/(virtualMachines|virtualMachineScaleSets|managedClusters|flexibleServers|sites)$/i

type Provisioning = 'Succeeded' | 'Creating' | 'Updating' | 'Deleting' | 'Failed'
const states: Record<Provisioning, string> = {
  Succeeded: 'Created',
  Creating: 'Creating',
  Updating: 'Updating',
  Deleting: 'Deleting',
  Failed: 'Failed',
}
const stateLabel = (state: string | null) => states[(state ?? 'Succeeded') as Provisioning] ?? state

function hourly(rate: number, currency: string): string {
  if (rate === 0) return 'free'
  if (rate > 0 && rate < 1) return `under ${formatMoney({ amount: 1, currency })}`
  return formatMoney({ amount: Math.round(rate), currency })
}
