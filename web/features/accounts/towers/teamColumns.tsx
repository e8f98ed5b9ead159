import { paths } from '../../../paths.ts'
import { RowActions } from '../../../shared/RowActions.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Link } from '../../../ui/Link.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import type { Team } from './labels.ts'

export type TeamActions<Row> = Record<'onActivity' | 'onEdit' | 'onDelete', (row: Row) => void>

export function teamColumns<Row extends { id: string; name: string; counts: { accounts: number }; can: Record<string, true | string> }>(
  team: Team,
  { onActivity, onEdit, onDelete }: TeamActions<Row>,
): Column<Row>[] {
  return [
    {
      id: 'accounts',
      header: 'Accounts',
      width: 110,
      align: 'end',
      cell: ({ id, name, counts: { accounts } }) => (
        <Link variant="name" href={paths.accounts({ filter: `${team}==${id}` })} aria-label={`${count(accounts, 'account')} of ${name}`}>
          {accounts}
        </Link>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 130,
      align: 'end',
      cell: (row) => (
        <RowActions
          name={row.name}
          activityReason={reasonOf(row, 'follow')}
          editReason={reasonOf(row, 'update')}
          deleteReason={reasonOf(row, 'delete')}
          onActivity={() => onActivity(row)}
          onEdit={() => onEdit(row)}
          onDelete={() => onDelete(row)}
        />
      ),
    },
  ]
}
