import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { PeopleChips } from '../../../shared/PeopleChips.tsx'
import { Link } from '../../../ui/Link.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { type TeamActions, teamColumns } from '../towers/teamColumns.tsx'

export type Family = CallResult<'listFamilies'>[number]

export function familyColumns(actions: TeamActions<Family> | undefined): Column<Family>[] {
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
    ...teamColumns('family', actions),
  ]
}
