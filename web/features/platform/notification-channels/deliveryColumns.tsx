import { RotateCw } from 'lucide-react'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { pathOfSubject } from '../../../subjects.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { CopyId } from '../../../ui/CopyId.tsx'
import { Link } from '../../../ui/Link.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { Status } from '../../../ui/Status.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { channelLabels, statusLabels, typeLabels } from './labels.ts'
import type { Delivery } from './types.ts'

/** Daily summaries and tests have no page. */
const hasTarget = ({ kind }: Delivery) => kind !== 'digest' && kind !== 'test'

export function deliveryColumns(onResend: false | ((delivery: Delivery) => void)): Column<Delivery>[] {
  return [
    {
      id: 'title',
      header: 'Notification',
      width: 340,
      rowHeader: true,
      fixed: true,
      cell: (row) =>
        hasTarget(row) ? (
          <Link variant="name" href={pathOfSubject(row.subjectKind, row.subjectId)} title={row.title}>
            {row.title}
          </Link>
        ) : (
          <span title={row.title}>{row.title}</span>
        ),
    },
    {
      id: 'status',
      header: 'Status',
      width: 160,
      fixedWidth: true,
      cell: ({ status, digest }) => (
        <Status tone={statusLabels[status].tone}>{digest && status === 'waiting' ? 'In daily summary' : statusLabels[status].label}</Status>
      ),
    },
    {
      id: 'to',
      header: 'To',
      width: 180,
      cell: ({ person, channel }) => (person ? <PersonChip person={person} /> : <ChannelName channel={channel} />),
    },
    { id: 'answer', header: 'Response', width: 200, cell: (row) => <DeliveryResult delivery={row} /> },
    {
      id: 'createdAt',
      header: 'Created',
      width: 126,
      fixedWidth: true,
      sortable: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    { id: 'kind', header: 'Kind', width: 170, hidden: true, cell: ({ kindLabel }) => kindLabel },
    {
      id: 'attempts',
      header: 'Attempts',
      width: 92,
      fixedWidth: true,
      align: 'end',
      isMuted: ({ attempts }) => attempts < 2,
      cell: ({ attempts }) => <span className="tabular-nums">{attempts}</span>,
    },
    { id: 'channel', header: 'Channel', width: 160, hidden: true, cell: ({ channel }) => <ChannelName channel={channel} /> },
    { id: 'sentAt', header: 'Sent', width: 130, hidden: true, cell: ({ sentAt }) => (sentAt ? <RelativeTime at={sentAt} /> : '–') },
    { id: 'id', header: 'ID', width: 190, hidden: true, cell: ({ id }) => <CopyId value={id} kind="message ID" /> },
    ...(onResend
      ? [
          {
            id: 'actions',
            header: 'Actions',
            width: 84,
            fixedWidth: true,
            align: 'end' as const,
            cell: (row: Delivery) => (
              <IconButton
                size="sm"
                icon={RotateCw}
                label={channelLabels.resend(row.title)}
                disabledReason={reasonOf(row, 'redeliver')}
                onClick={() => onResend(row)}
              />
            ),
          },
        ]
      : []),
  ]
}

function ChannelName({ channel: { name, type } }: Pick<Delivery, 'channel'>) {
  const Glyph = typeLabels[type].icon
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 align-bottom">
      <Glyph size={15} aria-hidden className="shrink-0 text-ink-3" />
      <span className="truncate">{name}</span>
    </span>
  )
}

function DeliveryResult({ delivery: { answer, status, digest, nextAttemptAt } }: { delivery: Delivery }) {
  const open = status === 'waiting' || status === 'failed'
  return (
    <span className="block min-w-0">
      {answer && (
        <span className="block truncate" title={answer}>
          {answer}
        </span>
      )}
      {open && (
        <span className="block truncate text-sm text-ink-2">
          {nextAttemptAt ? (
            <>
              Next attempt <DateTime at={nextAttemptAt} />
            </>
          ) : digest ? (
            'With the next daily summary'
          ) : (
            'Sending now'
          )}
        </span>
      )}
    </span>
  )
}
