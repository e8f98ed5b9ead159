import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { PeopleChips } from '../../../shared/PeopleChips.tsx'
import { count } from '../../../shared/waits.ts'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Link } from '../../../ui/Link.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { type TeamActions, teamColumns } from './teamColumns.tsx'

export type Tower = CallResult<'listTowers'>[number]

export function towerColumns(actions: TeamActions<Tower> | undefined): Column<Tower>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 240,
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
    { id: 'leads', header: 'Leads', width: 400, cell: (tower) => <PeopleChips people={tower.leads} /> },
    {
      id: 'costCentre',
      header: 'Cost centre',
      width: 120,
      cell: (tower) => tower.costCentre || emptyCell,
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
    ...teamColumns('tower', actions),
  ]
}
