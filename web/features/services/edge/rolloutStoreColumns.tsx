import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { cx } from '../../../ui/cx.ts'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Link } from '../../../ui/Link.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { EdgeStatus } from './EdgeStatus.tsx'
import { regionNames, storeLabels } from './edgeLabels.ts'
import type { RolloutStore } from './types.ts'

export const rolloutStoreColumns: Column<RolloutStore>[] = [
  {
    id: 'storeNumber',
    header: 'Store',
    width: 240,
    rowHeader: true,
    fixed: true,
    sortable: true,
    cell: ({ storeNumber, name }) => (
      <Link variant="name" href={paths.edgeStores({ q: storeNumber, store: storeNumber })}>
        <span className="tabular-nums">{storeNumber}</span> {name}
      </Link>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 150,
    fixedWidth: true,
    sortable: true,
    cell: ({ status }) => <EdgeStatus status={storeLabels[status]} />,
  },
  { id: 'nextStep', header: 'Progress', width: 235, cell: (store) => <StoreActivity store={store} /> },
  { id: 'wave', header: 'Wave', width: 84, fixedWidth: true, align: 'end', sortable: true, cell: ({ wave }) => formatNumber(wave) },
  { id: 'region', header: 'Region', width: 200, sortable: true, cell: ({ region }) => regionNames[region][0] },
  { id: 'account', header: 'Account', width: 230, cell: ({ account, accountName }) => <Account account={account} name={accountName} /> },
  {
    id: 'addressRange',
    header: 'Addresses',
    width: 150,
    fixedWidth: true,
    cell: ({ addressRange }) => <span className="font-mono text-sm">{addressRange}</span>,
  },
  {
    id: 'updatedAt',
    header: 'Updated',
    width: 120,
    sortable: true,
    hidden: true,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
  { id: 'town', header: 'Town', width: 150, sortable: true, hidden: true, cell: ({ town }) => town },
  { id: 'postcode', header: 'Postcode', width: 110, hidden: true, cell: ({ postcode }) => postcode },
  { id: 'azureRegion', header: 'Azure region', width: 130, hidden: true, cell: ({ azureRegion }) => labelFor('region', azureRegion) },
]

function StoreActivity({ store: { status, nextStep, note, reason } }: { store: RolloutStore }) {
  const text = status === 'ready' ? 'Waiting for the store' : (reason ?? [nextStep, note].filter(Boolean).join(': '))
  if (text === '') return emptyCell
  return (
    <span
      title={text}
      className={cx(
        status === 'failed' || status === 'skipped' ? 'my-0.5 line-clamp-3 whitespace-normal' : 'block truncate text-ink-2',
        status === 'failed' && 'text-bad',
      )}
    >
      {text}
    </span>
  )
}

function Account({ account, name }: { account: RolloutStore['account']; name: string }) {
  return account ? <Link href={paths.account(account.id)}>{name}</Link> : <span className="text-ink-2">{name}</span>
}
