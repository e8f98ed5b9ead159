import { paths } from '../../../paths.ts'
import { RowActions } from '../../../shared/RowActions.tsx'
import { isAllowed } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Link } from '../../../ui/Link.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import type { Team } from './labels.ts'

export type TeamActions<Row> = Record<'onActivity' | 'onEdit' | 'onDelete', (row: Row) => void>

type Can = Record<string, true | string>

export const hasTeamActions = (row: { can: Can }) => isAllowed(row, 'update') || isAllowed(row, 'follow')

export function teamColumns<Row extends { id: string; name: string; counts: { accounts: number }; can: Can }>(
  team: Team,
  actions: TeamActions<Row> | undefined,
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
    ...(actions
      ? [
          {
            id: 'actions',
            header: 'Actions',
            width: 130,
            align: 'end' as const,
            cell: (row: Row) => (
              <RowActions
                row={row}
                onActivity={() => actions.onActivity(row)}
                onEdit={() => actions.onEdit(row)}
                onDelete={() => actions.onDelete(row)}
              />
            ),
          },
        ]
      : []),
  ]
}
