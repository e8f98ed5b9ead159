import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { accountFieldLabels } from '../../../shared/accountFieldLabels.ts'
import { labelFor } from '../../../shared/labels.ts'
import { OwnerNames } from '../../../shared/OwnerNames.tsx'
import { StatusBadge } from '../../../shared/StatusBadge.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Money } from '../../../ui/Money.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { ListColumn } from '../../../ui/tableTypes.ts'
import { HealthScore } from '../health/HealthScore.tsx'

type Account = CallResult<'listAccountsAdv'>['items'][number]

const columns: ListColumn<Account>[] = [
  {
    id: 'name',
    header: accountFieldLabels.name,
    width: 207,
    wraps: true,
    fixed: true,
    rowHeader: true,
    cell: (row) => (
      <Link variant="name" href={paths.account(row.id)}>
        {row.name}
      </Link>
    ),
  },
  { id: 'status', header: 'Status', width: 164, fixedWidth: true, cell: (row) => <StatusBadge status={row.status} /> },
  { id: 'health', leaveOut: 5, header: 'Health', width: 124, fixedWidth: true, cell: (row) => <HealthScore account={row} /> },
  {
    id: 'environment',
    leaveOut: 2,
    header: 'Environment',
    width: 126,
    fixedWidth: true,
    cell: (row) => labelFor('environment', row.environment),
  },
  {
    id: 'tower',
    leaveOut: 1,
    header: 'Tower',
    width: 126,
    wraps: true,
    cell: ({ tower }) => (
      <Link variant="quiet" href={paths.towers(tower.id)}>
        {tower.name}
      </Link>
    ),
  },
  {
    id: 'family',
    leaveOut: 3,
    header: accountFieldLabels.family,
    width: 158,
    wraps: true,
    cell: ({ family }) => (
      <Link variant="quiet" href={paths.family(family.id)}>
        {family.name}
      </Link>
    ),
  },
  { id: 'owners', header: 'Owners', width: 158, cell: (row) => <OwnerNames people={row.owners} /> },
  { id: 'criticality', header: 'Criticality', width: 120, hidden: true, cell: (row) => labelFor('criticality', row.criticality) },
  {
    id: 'budget',
    leaveOut: 4,
    header: 'Budget',
    width: 95,
    fixedWidth: true,
    align: 'end',
    cell: (row) => (row.budget ? <Money value={row.budget} round /> : emptyCell),
  },
  { id: 'region', header: 'Region', width: 130, hidden: true, cell: (row) => labelFor('region', row.region) },
  {
    id: 'dataClassification',
    header: 'Data classification',
    width: 120,
    hidden: true,
    cell: (row) => labelFor('dataClassification', row.dataClassification),
  },
  { id: 'kind', header: 'Kind', width: 140, hidden: true, cell: (row) => labelFor('kind', row.kind) },
  { id: 'costCentre', header: accountFieldLabels.costCentre, width: 120, hidden: true, cell: (row) => row.costCentre },
  {
    id: 'subscriptionId',
    header: 'Subscription',
    width: 150,
    hidden: true,
    cell: (row) => (row.subscriptionId ? <CopyId value={row.subscriptionId} kind="subscription ID" short /> : emptyCell),
  },
  { id: 'createdAt', header: 'Created', width: 130, hidden: true, cell: (row) => <RelativeTime at={row.createdAt} /> },
  { id: 'updatedAt', header: 'Updated', width: 130, hidden: true, cell: (row) => <RelativeTime at={row.updatedAt} /> },
]

/** The server decides which columns can be sorted. Readers who see few budgets can still add that column. */
export function accountColumns(sortable: ReadonlySet<string>, seesBudgets: boolean): ListColumn<Account>[] {
  return columns.map((column) => ({
    ...column,
    sortable: sortable.has(column.id),
    ...(column.id === 'budget' && { hidden: !seesBudgets }),
  }))
}
