import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Status } from '../../../ui/Status.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import type { User } from './types.ts'

type AppRole = 'Slipway.Admin' | 'Slipway.Auditor'
const roleLabels: Record<AppRole, string> = { 'Slipway.Admin': 'Administrator', 'Slipway.Auditor': 'Auditor' }

export const describeRoles = (roles: readonly string[]): string => roles.map((role) => roleLabels[role as AppRole] ?? role).join(', ')

export const userColumns = (hrefOf: (id: string) => string): Column<User>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 220,
    rowHeader: true,
    fixed: true,
    sortable: true,
    cell: ({ id, displayName }) => (
      <Link variant="name" href={hrefOf(id)}>
        {displayName}
      </Link>
    ),
  },
  {
    id: 'active',
    header: 'Directory',
    width: 120,
    cell: ({ active }) => (active ? <Status tone="ok">Active</Status> : <Status tone="bad">Disabled</Status>),
  },
  { id: 'department', header: 'Department', width: 200, cell: ({ department }) => department ?? '–' },
  {
    id: 'roles',
    header: 'Role',
    width: 140,
    isMuted: ({ roles }) => roles.length === 0,
    cell: ({ roles }) => describeRoles(roles) || emptyCell,
  },
  {
    id: 'sessions',
    header: 'Sessions',
    width: 100,
    align: 'end',
    isMuted: ({ sessions }) => sessions === 0,
    cell: ({ sessions }) => sessions,
  },
  {
    id: 'ownedAccounts',
    header: 'Accounts',
    width: 90,
    align: 'end',
    isMuted: ({ ownedAccounts }) => ownedAccounts === 0,
    cell: ({ ownedAccounts }) => ownedAccounts,
  },
  { id: 'pendingRequests', header: 'Requests', width: 100, align: 'end', hidden: true, cell: ({ pendingRequests }) => pendingRequests },
  {
    id: 'signedInAt',
    header: 'Last sign-in',
    width: 140,
    sortable: true,
    cell: ({ signedInAt }) => (signedInAt ? <RelativeTime at={signedInAt} /> : <span className="text-ink-2">Never</span>),
  },
]
