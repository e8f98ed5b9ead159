import { paths } from '../../../paths.ts'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Link } from '../../../ui/Link.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { EdgeStatus } from './EdgeStatus.tsx'
import { edgeLabels, regionNames } from './edgeLabels.ts'
import type { Store } from './types.ts'

export function foundStoreColumns(hrefOf: (number: string) => string): Column<Store>[] {
  return [
    {
      id: 'number',
      header: 'Store',
      width: 225,
      rowHeader: true,
      cell: ({ number, name }) => (
        <Link variant="name" href={hrefOf(number)}>
          <span className="tabular-nums">{number}</span> {name}
        </Link>
      ),
    },
    { id: 'format', header: 'Format', width: 125, cell: ({ format }) => format },
    { id: 'town', header: 'Town', width: 130, cell: ({ address }) => address.town },
    { id: 'postcode', header: 'Postcode', width: 110, cell: ({ address }) => address.postcode },
    { id: 'region', header: 'Region', width: 230, cell: ({ region }) => regionNames[region][0] },
    { id: 'edge', header: 'Edge', width: 205, cell: ({ edge }) => <EdgeStatus status={edgeLabels[edge.state]} /> },
    {
      id: 'account',
      header: 'Account',
      width: 190,
      cell: ({ edge: { account } }) => (account ? <Link href={paths.account(account.id)}>{account.name}</Link> : emptyCell),
    },
    {
      id: 'rollout',
      header: 'Rollout',
      width: 120,
      cell: ({ edge: { rollout } }) => (rollout ? <Link href={paths.edgeRollout(rollout.id)}>{rollout.reference}</Link> : emptyCell),
    },
  ]
}
