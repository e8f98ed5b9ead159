import { RotateCw } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { describeSince } from '../../../shared/waits.ts'
import { pathOfSubject } from '../../../subjects.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Link } from '../../../ui/Link.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { ListColumn } from '../../../ui/tableTypes.ts'
import { CauseText } from './CauseText.tsx'
import { runLabels } from './labels.ts'
import { RunStatus } from './runDisplays.tsx'
import type { RunItem } from './types.ts'

export function runColumns(onRetry: false | ((item: RunItem) => void)): ListColumn<RunItem>[] {
  return [
    {
      id: 'name',
      header: 'Run',
      width: 250,
      rowHeader: true,
      fixed: true,
      cell: (item) => (
        <span className="block min-w-0 py-1">
          <span className="block truncate">
            <Link variant="name" href={paths.run(item.id)}>
              {item.about.name}
            </Link>
          </span>
          <span className="block truncate text-sm text-ink-2">{item.title}</span>
        </span>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 154,
      fixedWidth: true,
      cell: (item) => <StatusCell item={item} />,
    },
    { id: 'step', leaveOut: 2, header: 'Step', width: 200, cell: (item) => <StepCell item={item} /> },
    { id: 'cause', leaveOut: 3, header: 'Cause', width: 230, cell: (item) => <CauseCell item={item} /> },
    {
      id: 'stuckSince',
      header: 'Failing since',
      width: 126,
      sortable: true,
      hidden: true,
      cell: ({ stuckSince }) => (stuckSince ? <RelativeTime at={stuckSince} /> : emptyCell),
    },
    { id: 'person', header: 'Person', width: 130, hidden: true, cell: ({ about }) => about.person ?? emptyCell },
    {
      id: 'reference',
      leaveOut: 1,
      header: 'Reference',
      width: 144,
      fixedWidth: true,
      cell: (item) =>
        item.about.reference ? (
          <Link href={pathOfSubject(item.subjectKind, item.subjectId, item.about.accountId)}>{item.about.reference}</Link>
        ) : (
          emptyCell
        ),
    },
    {
      id: 'updatedAt',
      header: 'Updated',
      width: 126,
      fixedWidth: true,
      sortable: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      id: 'createdAt',
      header: 'Started',
      width: 130,
      sortable: true,
      hidden: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    ...(onRetry
      ? [
          {
            id: 'actions',
            header: 'Actions',
            width: 84,
            fixedWidth: true,
            align: 'end' as const,
            cell: (item: RunItem) => (
              <IconButton
                size="sm"
                icon={RotateCw}
                label={runLabels.retry(item.about.name)}
                disabledReason={reasonOf(item, 'retry')}
                onClick={() => onRetry(item)}
              />
            ),
          },
        ]
      : []),
  ]
}

function StatusCell({ item: { status, stuckSince } }: { item: RunItem }) {
  return (
    <span className="block min-w-0">
      <RunStatus status={status} stuckSince={stuckSince} />
      {stuckSince && <span className="block truncate text-sm text-ink-2">{describeSince(stuckSince)}</span>}
    </span>
  )
}

function StepCell({ item: { step, done, steps, attempts } }: { item: RunItem }) {
  if (!step) return emptyCell
  return (
    <span className="block min-w-0">
      <span className="block truncate" title={step.title}>
        {step.title}
      </span>
      <span className="block text-sm text-ink-2 tabular-nums">
        {done} of {steps} steps
        {attempts > 1 && `, ${attempts} attempts`}
      </span>
    </span>
  )
}

function CauseCell({ item: { about, cause, note } }: { item: RunItem }) {
  const message = cause?.message ?? note
  return message ? <CauseText name={about.name} service={cause?.service} message={message} /> : emptyCell
}
