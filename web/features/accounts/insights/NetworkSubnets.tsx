import { DataTable } from '../../../ui/DataTable.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { describeFree, fillLevelTones, layerOf, type Network, needsSecurityGroup, type Subnet, subnetsLabel } from './networkLabels.ts'

const columns: Column<Subnet>[] = [
  { id: 'name', header: 'Subnet', width: 190, rowHeader: true, cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    id: 'range',
    header: 'Range',
    width: 170,
    fixedWidth: true,
    cell: ({ prefixes }) => (
      <code className="block font-mono text-sm whitespace-normal">{prefixes.map(({ prefix }) => prefix).join(', ')}</code>
    ),
  },
  {
    id: 'free',
    header: 'Addresses',
    width: 160,
    cell: (subnet) => <Status tone={fillLevelTones[layerOf(subnet)]}>{describeFree(subnet)}</Status>,
  },
  {
    id: 'guard',
    header: 'Security group',
    width: 320,
    cell: (subnet) =>
      subnet.securityGroup ? subnet.securityGroup.name : needsSecurityGroup(subnet) ? <Status tone="warn">None</Status> : emptyCell,
  },
  { id: 'routes', header: 'Routes', width: 150, cell: ({ routeTable }) => routeTable?.name ?? emptyCell },
  {
    id: 'delegated',
    header: 'Delegated to',
    width: 210,
    cell: ({ delegations }) =>
      delegations.length > 0 ? delegations.map((service) => service.replace(/^Microsoft\./, '')).join(', ') : emptyCell,
  },
]

export function NetworkSubnets({ network: { name, subnets } }: { network: Network }) {
  return (
    <DataTable
      label={subnetsLabel(name)}
      columns={columns}
      rows={subnets}
      rowId={(subnet) => subnet.name}
      empty={<EmptyState title="No subnets yet">Add a subnet before you deploy resources to this network.</EmptyState>}
    />
  )
}
