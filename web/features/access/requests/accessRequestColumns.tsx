import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { RequestStatus } from '../../../shared/RequestStatus.tsx'
import { Link } from '../../../ui/Link.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { DateTime, RelativeTime } from '../../../ui/Time.tsx'
import type { ListColumn } from '../../../ui/tableTypes.ts'
import { describeHours, permanent } from '../assignments/labels.ts'
import { accessRequestStatus, stateOf } from './accessRequestStatus.ts'
import type { AccessRequestItem } from './types.ts'

const formatDuration = ({ durationHours }: AccessRequestItem) => (durationHours === null ? permanent : describeHours(durationHours))

export const accessRequestColumns: ListColumn<AccessRequestItem>[] = [
  {
    id: 'reference',
    header: 'Reference',
    rowHeader: true,
    fixed: true,
    sortable: true,
    width: 151,
    cell: (row) => (
      <Link variant="name" href={paths.accessRequest(row.id)}>
        {row.reference}
      </Link>
    ),
  },
  { id: 'group', header: 'Group', width: 274, cell: (row) => <Link href={paths.accessGroup(row.group.id)}>{row.group.name}</Link> },
  {
    id: 'status',
    header: 'Status',
    width: 274,
    cell: (row) => <RequestStatus statusOf={accessRequestStatus} request={stateOf(row)} />,
  },
  { id: 'requester', leaveOut: 3, header: 'Requester', width: 155, cell: (row) => <PersonChip person={row.requester} /> },
  {
    id: 'duration',
    leaveOut: 1,
    header: 'Duration',
    width: 110,
    cell: (row) => (row.extends && row.durationHours !== null ? `${formatDuration(row)} more` : formatDuration(row)),
  },
  {
    id: 'account',
    header: 'Account',
    width: 220,
    hidden: true,
    cell: (row) => <Link href={paths.account(row.account.id)}>{row.account.name}</Link>,
  },
  { id: 'environment', header: 'Environment', width: 140, hidden: true, cell: (row) => labelFor('environment', row.account.environment) },
  { id: 'roles', header: 'Roles', width: 220, hidden: true, cell: (row) => row.group.roles.join(', ') },
  {
    id: 'until',
    header: 'Ends',
    width: 150,
    hidden: true,
    cell: (row) => (row.grant?.until ? <DateTime at={row.grant.until} time={false} /> : '–'),
  },
  { id: 'createdAt', leaveOut: 2, header: 'Requested', sortable: true, width: 110, cell: (row) => <RelativeTime at={row.createdAt} /> },
  { id: 'updatedAt', header: 'Updated', sortable: true, width: 150, hidden: true, cell: (row) => <RelativeTime at={row.updatedAt} /> },
]
