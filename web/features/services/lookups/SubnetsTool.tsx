import { Network } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { call } from '../../../api/queryCall.ts'
import { lookupSnetData } from '../../../api/toolQueries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { labelFor } from '../../../shared/labels.ts'
import { SearchBox } from '../../../shared/SearchBox.tsx'
import { count } from '../../../shared/waits.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { emptyCell } from '../../../ui/emptyCell.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import type { Column } from '../../../ui/tableTypes.ts'
import { describeFree, layerOf } from '../../accounts/insights/networkLabels.ts'
import { useInsight } from '../../accounts/insights/useInsight.ts'
import { LookupAccountFields } from './LookupAccountFields.tsx'
import { lookupLabels } from './labels.ts'
import { SourceNote } from './SourceNote.tsx'
import { fittingSubnets, type Subnet } from './toolLabels.ts'
import { useLookupSearch } from './useLookupSearch.ts'

const anyFreeValue = '0'
const fills = { full: 'bg-bad', tight: 'bg-warn', enough: 'bg-accent' }

const columns: Column<Subnet>[] = [
  { id: 'name', header: 'Subnet', width: 180, rowHeader: true, cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    id: 'account',
    header: 'Account',
    width: 240,
    cell: ({ account }) => <Link href={paths.account(account.id, 'network')}>{account.name}</Link>,
  },
  {
    id: 'range',
    header: 'Range',
    width: 150,
    fixedWidth: true,
    cell: ({ prefixes }) => <code className="font-mono text-sm">{prefixes.map(({ prefix }) => prefix).join(', ')}</code>,
  },
  { id: 'free', header: 'Free addresses', width: 210, fixedWidth: true, cell: (subnet) => <FreeAddresses subnet={subnet} /> },
  { id: 'region', header: 'Region', width: 120, cell: ({ region }) => labelFor('region', region) },
  {
    id: 'delegated',
    header: 'Delegated to',
    width: 160,
    cell: ({ delegations }) =>
      delegations.length > 0 ? delegations.map((service) => service.replace(/^Microsoft\./, '')).join(', ') : emptyCell,
  },
  { id: 'guard', header: 'Security group', width: 220, cell: ({ securityGroup }) => securityGroup?.name ?? emptyCell },
]

function FreeAddresses({ subnet }: { subnet: Subnet }) {
  const { usable, free } = subnet
  const room = layerOf(subnet)
  return (
    <span className="inline-flex items-center gap-2.5">
      <span aria-hidden className="h-1.5 w-14 shrink-0 overflow-hidden rounded-full bg-line">
        {usable !== null && free !== null && usable > 0 && (
          <span className={cx('block h-full', fills[room])} style={{ width: `max(2px, ${((usable - free) / usable) * 100}%)` }} />
        )}
      </span>
      <span className={cx('tabular-nums', room === 'full' && 'text-bad', room === 'tight' && 'text-warn')}>{describeFree(subnet)}</span>
    </span>
  )
}

export function SubnetsTool() {
  const { search, change } = useLookupSearch()
  const { account, region, free, q = '', page = 1, size = 25 } = search
  const query = {
    ...(account && { accountId: account }),
    ...(region && { region }),
    ...(Number(free) > 0 && { minFree: Number(free) }),
  }
  const insight = useInsight(lookupSnetData(query), () => call('lookupSnetData', { query: { ...query, refresh: true } }))
  const text = useDeferredValue(q)
  const visibleSubnets = useMemo(() => insight.data && fittingSubnets(insight.data.items, text), [insight.data, text])
  const isFiltered = Boolean(account || region || free || q)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <LookupAccountFields search={search} change={change} label="Account" placeholder="All your accounts" anyRegion="All regions" />
        <Select
          className="w-full sm:w-36"
          label="Free addresses"
          value={free ?? anyFreeValue}
          onChange={(value) => change({ free: value === anyFreeValue ? undefined : value })}
          options={[
            { value: anyFreeValue, label: 'Any' },
            ...[1, 4, 8, 16, 32, 64, 128, 256].map((each) => ({ value: String(each), label: `${each} or more` })),
          ]}
        />
        <SearchBox
          className="w-full sm:w-48"
          label={lookupLabels.find}
          hideLabel={false}
          placeholder="Name or range"
          text={q}
          onSearch={(text) => change({ q: text || undefined })}
        />
        <SourceNote insight={insight}>
          {visibleSubnets ? count(visibleSubnets.length, 'subnet') : ''}
          {insight.data?.more ? '. Choose an account to see more' : ''}
        </SourceNote>
      </div>
      <DataTable
        label={lookupLabels.subnets}
        columns={columns}
        rows={visibleSubnets?.slice((page - 1) * size, page * size)}
        rowId={(subnet) => subnet.id}
        page={{ page, size, total: visibleSubnets?.length ?? 0 }}
        onPage={(next) => change({ page: next.page, size: next.size })}
        error={
          insight.error && !insight.data ? <LoadError subject="the subnets" error={insight.error} onRetry={insight.refresh} /> : undefined
        }
        empty={
          isFiltered ? (
            <EmptyState
              icon={Network}
              title="No matching subnets"
              action={
                <Button onClick={() => change({ account: undefined, region: undefined, free: undefined, q: undefined })}>
                  Clear filters
                </Button>
              }
            >
              Choose fewer free addresses or another region.
            </EmptyState>
          ) : (
            <EmptyState icon={Network} title="No subnets">
              Subnets of your accounts appear here.
            </EmptyState>
          )
        }
      />
    </div>
  )
}
