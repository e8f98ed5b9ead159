import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { PeopleChips } from '../../../shared/PeopleChips.tsx'
import { RowActions } from '../../../shared/RowActions.tsx'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { count } from '../../../shared/waits.ts'
import { Link } from '../../../ui/Link.tsx'
import type { Column } from '../../../ui/tableTypes.ts'

export type Tower = CallResult<'listTowers'>[number]

export function towerColumns({
  onActivity,
  onEdit,
  onDelete,
}: Record<'onActivity' | 'onEdit' | 'onDelete', (tower: Tower) => void>): Column<Tower>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 200,
      rowHeader: true,
      cell: (tower) => (
        <span title={tower.description || undefined}>
          <Link variant="name" href={paths.families(tower.id)}>
            {tower.name}
          </Link>
        </span>
      ),
    },
    { id: 'code', header: 'Code', width: 80, cell: (tower) => <code className="font-mono text-[0.92em]">{tower.code}</code> },
    { id: 'leads', header: 'Leads', width: 320, cell: (tower) => <PeopleChips people={tower.leads} /> },
    {
      id: 'costCentre',
      header: 'Cost centre',
      width: 120,
      cell: (tower) => tower.costCentre || <span className="text-ink-3">–</span>,
    },
    {
      id: 'families',
      header: 'Families',
      width: 110,
      align: 'end',
      cell: ({ id, name, counts: { families } }) => (
        <Link variant="name" href={paths.families(id)} aria-label={`${count(families, 'family', 'families')} of ${name}`}>
          {families}
        </Link>
      ),
    },
    {
      id: 'accounts',
      header: 'Accounts',
      width: 110,
      align: 'end',
      cell: ({ id, name, counts: { accounts } }) => (
        <Link variant="name" href={paths.accounts({ filter: `tower==${id}` })} aria-label={`${count(accounts, 'account')} of ${name}`}>
          {accounts}
        </Link>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 130,
      align: 'end',
      cell: (tower) => (
        <RowActions
          name={tower.name}
          activityReason={reasonOf(tower, 'follow')}
          editReason={reasonOf(tower, 'update')}
          deleteReason={reasonOf(tower, 'delete')}
          onActivity={() => onActivity(tower)}
          onEdit={() => onEdit(tower)}
          onDelete={() => onDelete(tower)}
        />
      ),
    },
  ]
}
