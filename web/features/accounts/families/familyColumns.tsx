import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { PeopleChips } from '../../../shared/PeopleChips.tsx'
import { RowActions } from '../../../shared/RowActions.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Link } from '../../../ui/Link.tsx'
import type { Column } from '../../../ui/tableTypes.ts'

export type Family = CallResult<'listFamilies'>[number]

export function familyColumns({
  onActivity,
  onEdit,
  onDelete,
}: Record<'onActivity' | 'onEdit' | 'onDelete', (family: Family) => void>): Column<Family>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 220,
      rowHeader: true,
      cell: (family) => (
        <span title={family.description || undefined}>
          <Link variant="name" href={paths.accounts({ filter: `family==${family.id}` })}>
            {family.name}
          </Link>
        </span>
      ),
    },
    {
      id: 'tower',
      header: 'Tower',
      width: 200,
      cell: ({ tower }) => (
        <Link variant="quiet" href={paths.towers(tower.id)}>
          {tower.name}
        </Link>
      ),
    },
    { id: 'owners', header: 'Owners', width: 340, cell: (family) => <PeopleChips people={family.owners} /> },
    {
      id: 'accounts',
      header: 'Accounts',
      width: 110,
      align: 'end',
      cell: ({ id, name, counts: { accounts } }) => (
        <Link variant="name" href={paths.accounts({ filter: `family==${id}` })} aria-label={`${count(accounts, 'account')} of ${name}`}>
          {accounts}
        </Link>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 130,
      align: 'end',
      cell: (family) => (
        <RowActions
          name={family.name}
          activityReason={reasonOf(family, 'follow')}
          editReason={reasonOf(family, 'update')}
          deleteReason={reasonOf(family, 'delete')}
          onActivity={() => onActivity(family)}
          onEdit={() => onEdit(family)}
          onDelete={() => onDelete(family)}
        />
      ),
    },
  ]
}
