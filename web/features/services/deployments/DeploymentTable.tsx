import { useMemo, useState } from 'react'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Link } from '../../../ui/Link.tsx'
import { DateTime, Duration } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { DeploymentStatus } from './DeploymentStatus.tsx'
import { describeAction } from './deploymentLabels.ts'
import type { Deployment } from './types.ts'

const initialCount = 10

export function DeploymentTable({ accountId, deployments }: { accountId: string; deployments: readonly Deployment[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const columns = useMemo<Column<Deployment>[]>(
    () => [
      {
        id: 'what',
        header: 'Action',
        width: 160,
        rowHeader: true,
        fixed: true,
        cell: (row) => (
          <Link href={paths.deployments(accountId, row.id)}>
            {describeAction(row)}
            <span className="sr-only"> of {row.app}</span>
          </Link>
        ),
      },
      { id: 'app', header: 'Application', width: 290, cell: (row) => row.app },
      { id: 'status', header: 'Status', width: 170, cell: (row) => <DeploymentStatus deployment={row} /> },
      { id: 'key', header: 'API key', width: 170, cell: (row) => row.keyName },
      { id: 'at', header: 'Requested', width: 185, cell: (row) => <DateTime at={row.createdAt} /> },
      {
        id: 'took',
        header: 'Duration',
        width: 115,
        align: 'end',
        cell: (row) => row.startedAt && <Duration from={row.startedAt} to={row.endedAt ?? undefined} />,
      },
    ],
    [accountId],
  )
  const visibleDeployments = showsAll ? deployments : deployments.slice(0, initialCount)
  return (
    <div className="space-y-2">
      <DataTable label="Deployments" columns={columns} rows={visibleDeployments} rowId={(row) => row.id} />
      {visibleDeployments.length < deployments.length && (
        <Button size="sm" variant="quiet" onClick={() => setShowsAll(true)}>
          Show all {deployments.length}
        </Button>
      )}
    </div>
  )
}
