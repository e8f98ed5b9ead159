import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { OwnerNames } from '../../../shared/OwnerNames.tsx'
import { cx } from '../../../ui/cx.ts'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { RelativeTime, TimeUntil } from '../../../ui/Time.tsx'
import type { ListColumn } from '../../../ui/tableTypes.ts'
import { FailureNote } from './FailureNote.tsx'
import { hostingLabels, nearLimit } from './labels.ts'
import { failureLabels } from './pageLabels.ts'
import { SandboxStatus } from './SandboxStatus.tsx'
import type { SandboxSummary } from './types.ts'

const percentTone = (percent: number) =>
  percent >= 100 ? 'text-bad font-medium' : percent >= nearLimit ? 'text-warn font-medium' : undefined

const columns: ListColumn<SandboxSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 210,
    fixed: true,
    rowHeader: true,
    cell: (row) => (
      <Link variant="name" href={paths.sandbox(row.id)}>
        {row.name}
      </Link>
    ),
  },
  { id: 'status', header: 'Status', width: 190, cell: (row) => <StatusCell sandbox={row} /> },
  { id: 'template', leaveOut: 2, header: 'Template', width: 170, cell: (row) => row.template.name },
  { id: 'owner', leaveOut: 3, header: 'Owners', width: 190, cell: (row) => <OwnerNames people={row.owners} /> },
  { id: 'tower', leaveOut: 1, header: 'Tower', width: 150, cell: (row) => row.tower.name },
  {
    id: 'leaseEnd',
    header: 'Ends',
    width: 130,
    cell: ({ status, deleteAt, lease }) => {
      const end = status === 'deleting' ? deleteAt : lease.end
      return end ? <TimeUntil at={end} /> : emptyCell
    },
  },
  {
    id: 'budgetPercent',
    header: 'Budget used',
    width: 120,
    align: 'end',
    cell: (row) =>
      row.lease.start ? <span className={cx('tabular-nums', percentTone(row.budget.percent))}>{row.budget.percent}%</span> : emptyCell,
  },
  {
    id: 'limit',
    header: 'Budget',
    width: 110,
    align: 'end',
    hidden: true,
    cell: ({ budget: { limit, currency } }) => (limit === null ? emptyCell : <Money value={{ amount: limit, currency }} strip />),
  },
  { id: 'members', header: 'Members', width: 100, align: 'end', hidden: true, cell: (row) => row.memberCount },
  { id: 'region', header: 'Region', width: 130, hidden: true, cell: (row) => labelFor('region', row.region) },
  {
    id: 'hosting',
    header: 'Hosting',
    width: 170,
    hidden: true,
    cell: (row) => hostingLabels[row.hosting],
  },
  { id: 'createdAt', header: 'Created', width: 130, hidden: true, cell: (row) => <RelativeTime at={row.createdAt} /> },
]

function StatusCell({ sandbox: { status, failure, name } }: { sandbox: SandboxSummary }) {
  if (!failure) return <SandboxStatus status={status} />
  return (
    <Popover
      title={failureLabels.details}
      trigger={
        <button type="button" className="block max-w-full rounded-sm py-1 text-left hover:underline">
          <SandboxStatus status={status} />
          <span className="block truncate text-sm text-ink-2">{failure.step ? `At “${failure.step}”` : failureLabels.noRun}</span>
        </button>
      }
    >
      <FailureNote failure={failure} name={name} />
    </Popover>
  )
}

/** The server decides which columns can be sorted. */
export function sandboxColumns(sortable: ReadonlySet<string>): ListColumn<SandboxSummary>[] {
  return columns.map((column) => ({ ...column, sortable: sortable.has(column.id) }))
}
