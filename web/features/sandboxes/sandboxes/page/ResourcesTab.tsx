import { useQuery } from '@tanstack/react-query'
import { Boxes, ExternalLink, RotateCw } from 'lucide-react'
import type { CallResult } from '../../../../api/client.ts'
import { problemOf } from '../../../../api/problem.ts'
import { getSandboxSpend, listSandboxResources } from '../../../../api/sandboxPageQueries.ts'
import { useCall } from '../../../../api/useCall.ts'
import { Failed } from '../../../../shared/Failed.tsx'
import { reasonOf } from '../../../../shared/reasonOf.ts'
import { typeName } from '../../../../shared/typeName.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/Panel.tsx'
import { EmptyState, RefusedState } from '../../../../ui/States.tsx'
import { Status } from '../../../../ui/Status.tsx'
import { RelativeTime } from '../../../../ui/Time.tsx'
import { toast } from '../../../../ui/Toast.tsx'
import type { Column } from '../../../../ui/tableTypes.ts'
import type { Sandbox } from './types.ts'

type Resource = CallResult<'listSandboxResources'>['items'][number]

export function ResourcesTab({ sandbox }: { sandbox: Sandbox }) {
  const hidden = reasonOf(sandbox, 'seeInside')
  const spend = useQuery({ ...getSandboxSpend(sandbox.id), enabled: hidden === undefined })
  const list = useQuery({ ...listSandboxResources(sandbox.id), enabled: hidden === undefined })
  const look = useCall('refreshSandboxSpend', ['sandbox'])
  if (hidden) {
    return (
      <Panel>
        <RefusedState title="What is inside is not for everyone" reason={hidden} />
      </Panel>
    )
  }
  const data = spend.data
  const emptyTitle = sandbox.status === 'deleted' ? 'Nothing is left of it' : 'Nothing stands in it yet'
  const again = () => look.mutateAsync({ params: { id: sandbox.id } }).catch((error: unknown) => toast.bad(problemOf(error).message))
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-64 text-ink-2">
          {data && (
            <>
              {formatMoney({ amount: Math.round(data.hourlyRate), currency: data.currency })} an hour as it stands
              {data.lookedAt && (
                <>
                  , seen <RelativeTime at={data.lookedAt} />
                </>
              )}
              .
            </>
          )}
        </p>
        {sandbox.portalUrl && (
          <Button icon={ExternalLink} href={sandbox.portalUrl}>
            Azure portal
          </Button>
        )}
        {sandbox.status !== 'deleted' && (
          <Button icon={RotateCw} loading={look.isPending} onClick={again}>
            Look again
          </Button>
        )}
      </div>
      {data?.trouble && <Banner tone="warn" title={data.trouble} />}
      <DataTable
        label="Resources"
        columns={columnsFor(data?.currency ?? sandbox.budget.currency)}
        rows={list.data?.items}
        rowId={(row) => row.id}
        error={list.error && !list.data ? <Failed what="What stands in it" error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={
          <EmptyState icon={Boxes} title={emptyTitle}>
            {sandbox.status === 'deleted' ? 'It was looked for until nothing was found.' : 'What is made in it appears here with its cost.'}
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
    header: 'State',
    width: 130,
    cell: (row) =>
      row.running === null || row.provisioningState !== 'Succeeded' || (row.running && !runs.test(row.type)) ? (
        <Status tone={row.provisioningState === 'Failed' ? 'bad' : 'neutral'}>{stateWord(row.provisioningState)}</Status>
      ) : (
        <Status tone={row.running ? 'ok' : 'neutral'}>{row.running ? 'Running' : 'Stopped'}</Status>
      ),
  },
  {
    id: 'rate',
    header: 'An hour',
    width: 160,
    align: 'end',
    cell: (row) =>
      row.hourlyRate === null ? (
        <span className="text-ink-2">{row.running === null ? 'not counted yet' : 'by use'}</span>
      ) : (
        <span className="tabular-nums">{hourly(row.hourlyRate, currency)}</span>
      ),
  },
]

/** Only these types have a running state. */
const runs = /\/(virtualMachines|virtualMachineScaleSets|managedClusters|flexibleServers|sites)$/i

const states: Record<string, string> = {
  Succeeded: 'There',
  Creating: 'Being made',
  Updating: 'Being changed',
  Deleting: 'Being removed',
  Failed: 'Failed',
}
const stateWord = (state: string | null) => states[state ?? 'Succeeded'] ?? state

/** Small rates are not rounded to zero. */
function hourly(rate: number, currency: string): string {
  if (rate === 0) return 'free'
  if (rate > 0 && rate < 1) return `under ${formatMoney({ amount: 1, currency })}`
  return formatMoney({ amount: Math.round(rate), currency })
}
