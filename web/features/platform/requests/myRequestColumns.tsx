import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import { pageOf } from '../../../subjects.ts'
import { Link } from '../../../ui/Link.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { type MyRequest, myRequestStatus } from './myRequestStatus.ts'
import { describeKind } from './requestLabels.ts'

/** @param me the reader's ID; the reader is called “you” */
export const myRequestColumns = (me: string | undefined): Column<MyRequest>[] => [
  {
    id: 'name',
    header: 'Name',
    rowHeader: true,
    fixed: true,
    sortable: true,
    width: 260,
    cell: (row) => {
      const href = pageOf(row.kind, row.id, row.accountId)
      return href ? (
        <Link variant="name" href={href}>
          {row.name}
        </Link>
      ) : (
        row.name
      )
    },
  },
  { id: 'kind', header: 'Kind', sortable: true, width: 160, cell: describeKind },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    width: 350,
    cell: (row) => (
      <RequestStatus
        statusOf={(request, reader) => myRequestStatus(request, { ...reader, me })}
        request={row}
        since={row.waitingSince ?? undefined}
      />
    ),
  },
  { id: 'reference', header: 'Reference', sortable: true, width: 142, fixedWidth: true, cell: (row) => row.reference ?? '–' },
  {
    id: 'createdAt',
    header: 'Requested',
    sortable: true,
    width: 126,
    fixedWidth: true,
    cell: (row) => <RelativeTime at={row.createdAt} />,
  },
  { id: 'updatedAt', header: 'Updated', sortable: true, width: 126, hidden: true, cell: (row) => <RelativeTime at={row.updatedAt} /> },
]
