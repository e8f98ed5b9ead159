import { RotateCw } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { pathOfSubject } from '../../../subjects.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { ListColumn } from '../../../ui/tableTypes.ts'
import { StuckCause } from './StuckCause.tsx'
import { stuckLabels, stuckStates } from './stuckLabels.ts'
import type { StuckItem } from './types.ts'

interface Options {
  busyIds: ReadonlySet<string>
  /** False for people without the role. */
  onRetry: false | ((item: StuckItem) => void)
}

export function stuckColumns({ busyIds, onRetry }: Options): ListColumn<StuckItem>[] {
  return [
    { id: 'name', header: 'Name', width: 228, rowHeader: true, fixed: true, sortable: true, cell: (item) => <NameCell item={item} /> },
    {
      id: 'state',
      header: 'Status',
      width: 128,
      fixedWidth: true,
      cell: ({ state }) => <Status tone={stuckStates[state].tone}>{stuckStates[state].label}</Status>,
    },
    { id: 'cause', leaveOut: 3, header: 'Cause', width: 307, cell: (item) => <StuckCause item={item} /> },
    {
      id: 'waiting',
      leaveOut: 2,
      header: 'Waiting',
      width: 148,
      sortable: true,
      cell: ({ waiting: { person, people } }) =>
        person ? (
          <span className="block min-w-0">
            <span className="block truncate">{person.displayName}</span>
            {people > 1 && <span className="block text-sm text-ink-2">and {count(people - 1, 'other')}</span>}
          </span>
        ) : (
          <span className="text-ink-2">{stuckLabels.noneWaiting}</span>
        ),
    },
    {
      id: 'since',
      header: 'Since',
      width: 118,
      fixedWidth: true,
      sortable: true,
      cell: ({ since }) => <RelativeTime at={since} />,
    },
    {
      id: 'correlationId',
      header: stuckLabels.requestId,
      width: 120,
      hidden: true,
      isMuted: ({ correlationId }) => correlationId === null,
      cell: ({ correlationId }) => (correlationId ? <CopyId value={correlationId} kind="request ID" /> : emptyCell),
    },
    {
      id: 'reference',
      leaveOut: 1,
      header: 'Reference',
      width: 144,
      fixedWidth: true,
      sortable: true,
      cell: ({ reference }) => reference ?? emptyCell,
    },
    ...(onRetry
      ? [
          {
            id: 'actions',
            header: 'Actions',
            width: 104,
            fixedWidth: true,
            align: 'end' as const,
            cell: (item: StuckItem) => (
              <Button
                size="sm"
                icon={RotateCw}
                loading={busyIds.has(item.id)}
                disabledReason={reasonOf(item, 'retry')}
                onClick={() => onRetry(item)}
              >
                {stuckLabels.retry}
                <span className="sr-only"> {item.name}</span>
              </Button>
            ),
          },
        ]
      : []),
  ]
}

function NameCell({ item: { kind, name, title, runId, subject, accountId, url } }: { item: StuckItem }) {
  const href = kind === 'run' && runId ? paths.run(runId) : pathOfSubject(subject.kind, subject.id, accountId)
  return (
    <span className="block min-w-0 py-1">
      <span className="block truncate">
        <Link variant="name" href={href}>
          {name}
        </Link>
      </span>
      <span className="block truncate text-sm text-ink-2">
        {url ? (
          <Link href={url} target="_blank" rel="noreferrer">
            {title}
            <span className="sr-only"> (opens in a new tab)</span>
          </Link>
        ) : (
          title
        )}
      </span>
    </span>
  )
}
